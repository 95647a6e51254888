// The browser's side of touch.py: shows the picture, lets its zones be dragged and clicked, by hand
// and by keys, and sends each gesture to Python, which answers with the next picture.

const ANNOUNCE = 500; // ms after the last change until the words are read out
const WAITING = 500; // ms without an answer until that is said
const TRAVEL = 200; // ms in which what has moved goes to its new place
const LESS_MOTION = matchMedia("(prefers-reduced-motion: reduce)");

// The steps of a slider's keys, given its last index.
const STEPS = {
  ArrowRight: () => 1, ArrowUp: () => 1, ArrowLeft: () => -1, ArrowDown: () => -1,
  PageUp: (last) => Math.ceil(last / 10), PageDown: (last) => -Math.ceil(last / 10),
  Home: (last) => -last, End: (last) => last,
};

// What ahead.py has packed: the pictures of all stops of a zone.
const unpack = async (bytes) => {
  const inflated = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(inflated).text());
};

// What is dragged across a plane says where its columns and its lines are, the lowest first; its
// stops are their crossings, line by line.
const unfold = (zone) => {
  const { columns, lines } = zone;
  if (!columns) return zone;
  const cross = (f) => lines.flatMap((line) => columns.map((column) => f(column, line)));
  const places = cross(([x], [y]) => [x, y]);
  const says = cross(([, across], [, up]) => `${across}, ${up}`);
  return { ...zone, places, says, stops: [...places.keys()] };
};

const CHUNK = /<chunk n="(\d+)"\/>/g; // a reference to a part of the SVG that several pictures have

const set = (element, attributes) => {
  for (const [name, value] of Object.entries(attributes))
    if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
};

const add = (parent, className, attributes = {}) => {
  const element = parent.appendChild(document.createElement("div"));
  element.className = className;
  set(element, attributes);
  return element;
};

// Colours of a figure on dark paper: the hue stays, and any two colours have the contrast that they
// have on white. light-dark() chooses by the theme of the page.
const PAPER = 1.05 * 0.063; // luminances of white and of --dtlab-paper in a dark theme, each + 0.05
const BRIGHTEST = 0.93; // white would glare
const COLOUR = /\b((?:fill|stroke)(?:: |="))(#[0-9a-f]{6})/gi; // in a style or, in hatching, alone

const light = (hex) => [1, 3, 5].map((at) => {
  const value = parseInt(hex.slice(at, at + 2), 16) / 255;
  return value > 0.04045 ? ((value + 0.055) / 1.055) ** 2.4 : value / 12.92;
});

const hex = (channels) => `#${channels.map((value) => {
  const coded = value > 0.0031308 ? 1.055 * value ** (1 / 2.4) - 0.055 : 12.92 * value;
  return Math.round(255 * coded).toString(16).padStart(2, "0");
}).join("")}`;

const atNight = (colour) => {
  const channels = light(colour);
  const luminance = 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2];
  const wanted = Math.min(PAPER / (luminance + 0.05) - 0.05, BRIGHTEST);
  const times = luminance && Math.min(wanted / luminance, 1 / Math.max(...channels));
  const white = (wanted - times * luminance) / (1 - times * luminance); // mixed in, if too dark
  return hex(channels.map((value) => times * value + white * (1 - times * value)));
};

const nights = new Map();
const forBothThemes = (svg) => svg.replace(COLOUR, (_, what, colour) => {
  if (!nights.has(colour)) nights.set(colour, atNight(colour));
  return `${what}light-dark(${colour}, ${nights.get(colour)})`;
});

const nearest = (places, x, y) => {
  const distances = places.map(([px, py]) => Math.hypot(px - x, py - y));
  return distances.indexOf(Math.min(...distances));
};

const isFixed = (places, i) => places.every((place) => place[i] === places[0][i]);

// How a finger may still scroll the page: across the direction in which the zone is dragged.
const touchAction = (places) =>
  isFixed(places, 1) ? "pan-y" : isFixed(places, 0) ? "pan-x" : "none";

// Whether the stops lie below each other, from the top.
const isList = (places) => isFixed(places, 0) && places.at(-1)[1] > places[0][1];

class Figure {
  constructor(model, el) {
    this.model = model;
    this.elements = new Map(); // of the zones, by id; they stay when the figure changes
    this.ghost = null; // {id, at, seq}: where a zone is before Python has answered
    this.drag = null; // {id, dx, dy, before}: the zone that a pointer holds
    this.ahead = null; // the pictures of all stops of one zone, once they are there
    this.open = []; // [seq, when] of the gestures that Python has not answered
    this.notice = add(el, "dtlab-notice", { role: "status" }); // above: a window may be low
    this.sheet = add(el, "dtlab-sheet");
    this.drawing = add(this.sheet, "dtlab-drawing");
    // A shadow root: markers and styles of an SVG would otherwise mix with those of others.
    this.shadow = add(this.drawing, "").attachShadow({ mode: "open" });
    this.layer = add(this.drawing, "dtlab-zones");
    this.tip = add(this.drawing, "dtlab-tip", { "aria-hidden": true });
    const said = add(el, "dtlab-said");
    this.words = add(said, "dtlab-words", { "aria-hidden": true });
    this.announced = add(said, "dtlab-announced", { "aria-live": "polite" });
    this.show();
    this.announced.textContent = this.words.textContent;
  }

  // The picture of the ghost if it is there, otherwise the last one that Python has sent.
  get picture() {
    const sent = this.model.get("picture");
    if (sent !== this.sent) this.live = { ...sent, zones: sent.zones.map(unfold) };
    this.sent = sent;
    return this.isAhead(this.ghost?.id) ? this.pictureAhead(this.live, this.ghost.at) : this.live;
  }

  isAhead(id) {
    return id !== undefined && this.ahead?.zone === id;
  }

  pictureAhead(live, at) {
    const { frames, zones: known, chunks } = this.ahead;
    const whole = ({ zones, ...frame }) => ({
      ...frame, chunks, size: live.size,
      zones: zones.map((zone) => unfold({ ...known[zone.id], ...zone })),
    });
    return (frames[at].whole ??= whole(frames[at]));
  }

  async lookAhead() {
    const bytes = this.model.get("states");
    this.ahead = null;
    if (!bytes?.byteLength) this.asked = null; // forgotten: to be asked for again
    const ahead = bytes?.byteLength ? await unpack(bytes) : null;
    if (bytes !== this.model.get("states")) return; // newer ones have come meanwhile
    this.ahead = ahead;
    this.sheet.classList.toggle("dtlab-ahead", Boolean(ahead));
    if (this.isAhead(this.ghost?.id)) this.show(); // it need not wait for Python any more
  }

  // The stop of a zone: of the ghost, unless another setting has fewer stops meanwhile.
  at(zone) {
    const { id, at } = this.ghost ?? {};
    return id === zone.id && at < zone.stops?.length ? at : zone.at;
  }

  zone(id) {
    return this.picture.zones.find((zone) => zone.id === id);
  }

  // After a restart of the kernel nobody answers; what is drawn ahead goes on working.
  lookAlive(el) {
    this.dead = Boolean(el.closest(".jupyter-widgets-disconnected"));
    this.notice.textContent = this.dead ? "The kernel has been restarted: run this cell again." : "";
    if (this.dead) this.open = [];
    this.sayOrWait();
  }

  // ---------------------------------------------------------------- what is shown

  show() {
    const { seq, zoom } = this.model.get("picture");
    if (this.ghost && !this.drag && seq >= this.ghost.seq) this.ghost = null;
    if (this.ghost && !this.zone(this.ghost.id)) this.ghost = this.drag = null;
    this.open = this.open.filter(([gesture]) => gesture > seq);
    const { svg, chunks, size, alt, zones, words } = this.picture;
    const isSame = alt === this.altShown && String(size) !== this.sizeShown; // in another room
    const travels = this.altShown && !isSame && !this.drag && !LESS_MOTION.matches;
    const before = travels && this.outlines();
    this.draw(svg, chunks);
    this.altShown = alt;
    this.sizeShown = String(size);
    set(this.shadow.querySelector("svg"), { role: "img", "aria-label": alt });
    this.sheet.style.maxWidth = `${size[0] * zoom}pt`;
    this.shownWords = words;
    this.sayOrWait();
    this.placeZones(zones);
    if (travels) this.travel(before);
    if (this.under) this.light(null, this.under);
  }

  // Where the keyed artists are, in points: key → a list of [element, left, top, width, height].
  outlines() {
    const svg = this.shadow.querySelector("svg");
    const { left, top, width } = svg.getBoundingClientRect();
    const points = svg.viewBox.baseVal.width / width;
    const found = new Map();
    for (const element of svg.querySelectorAll("[data-key]:not([transform])")) {
      const box = element.getBoundingClientRect();
      const outline = [box.left - left, box.top - top, box.width, box.height];
      const key = element.dataset.key;
      if (!found.has(key)) found.set(key, []);
      found.get(key).push([element, ...outline.map((pixels) => points * pixels)]);
    }
    return found;
  }

  // What a key, a click or a control has moved goes to its new place, and what is new appears; what
  // is dragged follows the hand.
  travel(before) {
    for (const [key, outlines] of this.outlines())
      outlines.forEach(([element, x, y, wide, high], i) => {
        const [, fromX, fromY, fromWide, fromHigh] = before.get(key)?.[i] ?? [];
        if (fromX === undefined) return element.animate({ opacity: [0, 1] }, TRAVEL);
        const scales = !element.querySelector("text"); // letters keep their form
        const [sx, sy] = scales ? [fromWide / wide || 1, fromHigh / high || 1] : [1, 1];
        const dx = scales ? fromX - sx * x : fromX + fromWide / 2 - x - wide / 2;
        const dy = scales ? fromY - sy * y : fromY + fromHigh / 2 - y - high / 2;
        if (Math.max(Math.abs(fromX - x), Math.abs(fromY - y),
                     Math.abs(fromWide - wide), Math.abs(fromHigh - high)) < 0.5) return;
        const to = element.style.transform; // of what a hand has moved
        const from = `translate(${dx}px, ${dy}px) scale(${sx}, ${sy}) ${to}`;
        element.animate({ transform: [from, to || "none"] }, { duration: TRAVEL, easing: "ease-out" });
      });
  }

  // Of two pictures with the same chunks in the same places only the others are exchanged.
  draw(svg, chunks) {
    const numbers = Array.from(svg.matchAll(CHUNK), (found) => found[1]);
    const frame = svg.replace(CHUNK, "<g class='chunk'></g>");
    if (frame !== this.frameShown || chunks !== this.chunksShown) {
      this.frameShown = frame;
      this.chunksShown = chunks; // the numbers of others mean something else
      this.numbersShown = [];
      this.shadow.innerHTML =
        `<style>svg { display: block; width: 100%; height: auto; fill: light-dark(#000, #f7f7f7) }
         .lit { filter: drop-shadow(0 0 2px #d55e00) drop-shadow(0 0 2px #d55e00) }</style>
         ${forBothThemes(frame)}`;
      this.places = this.shadow.querySelectorAll(".chunk");
    }
    numbers.forEach((number, i) => {
      if (number !== this.numbersShown[i]) this.places[i].innerHTML = forBothThemes(chunks[number]);
    });
    this.numbersShown = numbers;
  }

  // While an answer is late the words, which are of an earlier place, make way.
  sayOrWait() {
    clearTimeout(this.waiting);
    const waits = this.open.length > 0 && !this.isAhead(this.ghost?.id);
    const left = waits ? this.open[0][1] + WAITING - performance.now() : Infinity;
    this.say(left <= 0 ? "Waiting for Python …" : this.shownWords);
    if (waits && left > 0) this.waiting = setTimeout(() => this.sayOrWait(), left);
  }

  say(words) {
    if (words === this.words.textContent) return;
    this.words.textContent = words;
    clearTimeout(this.announcing);
    set(this.announced, { "aria-live": this.picture.refused ? "assertive" : "polite" });
    this.announcing = setTimeout(() => (this.announced.textContent = words), ANNOUNCE);
  }

  placeZones(zones) {
    const focused = document.activeElement; // which an element that is moved loses
    const ids = new Set(zones.map((zone) => zone.id));
    for (const [id, element] of this.elements)
      if (!ids.has(id)) {
        element.remove();
        this.elements.delete(id);
      }
    zones.forEach((zone, i) => {
      const element = this.elements.get(zone.id) ?? this.newElement(zone);
      const next = this.layer.children[i] ?? null;
      if (next !== element) this.layer.insertBefore(element, next);
      this.placeZone(zone, element);
    });
    this.oneStopPerGroup(zones);
    if (this.layer.contains(focused)) focused.focus();
  }

  newElement({ id }) {
    const element = add(this.layer, "dtlab-zone", { tabindex: 0 });
    this.elements.set(id, element);
    const on = (type, act) => element.addEventListener(type, (event) => act.call(this, event, id));
    on("pointerdown", this.take);
    on("pointermove", this.move);
    on("pointerup", this.drop);
    on("pointercancel", this.drop);
    on("click", this.click);
    on("keydown", this.press);
    for (const type of ["pointerenter", "focus"]) {
      on(type, this.light);
      on(type, this.near);
    }
    on("pointerleave", this.unlight);
    on("blur", this.unlight);
    return element;
  }

  placeZone(zone, element) {
    const [width, height] = this.picture.size;
    const slides = Boolean(zone.stops);
    const at = this.at(zone);
    const [x, y] = slides ? zone.places[at] : zone.box;
    const [, , wide, high] = zone.box;
    Object.assign(element.style, {
      left: `${(100 * x) / width}%`, top: `${(100 * y) / height}%`,
      width: `${(100 * wide) / width}%`, height: `${(100 * high) / height}%`,
    });
    set(element, { role: slides ? "slider" : "button", "aria-label": zone.name });
    if (zone.tip) set(element, { "aria-description": zone.tip });
    if (zone.again) element.style.touchAction = "pan-y";
    if (!slides) return;
    element.classList.toggle("dtlab-line", high > 3 * wide || wide > 3 * high);
    element.classList.toggle("dtlab-level", wide > 3 * high);
    element.style.touchAction = touchAction(zone.places);
    set(element, {
      "aria-valuenow": zone.stops[at], "aria-valuetext": zone.says[at],
      "aria-valuemin": zone.stops[0], "aria-valuemax": zone.stops.at(-1),
    });
    const [fromX, fromY] = zone.places[zone.at];
    for (const artist of this.artists(zone.moves))
      artist.style.transform = `translate(${x - fromX}px, ${y - fromY}px)`; // px of the SVG: points
    this.followAtOnce(zone, at, x, fromX); // back, too
  }

  // What cannot travel with a zone and yet follows it before Python has drawn it.
  followAtOnce({ written, stretches, says }, at, x, fromX) {
    for (const artist of written ? this.artists([written]) : [])
      artist.querySelector("text").textContent = says[at];
    for (const artist of stretches ? this.artists([stretches]) : []) {
      const left = artist.getBBox().x;
      const times = Math.max(x - left, 0) / (fromX - left);
      artist.style.transform = `translate(${left * (1 - times)}px, 0) scale(${times}, 1)`;
    }
  }

  // Tab reaches one zone of a group: the one that had the focus last, or the first.
  oneStopPerGroup(zones) {
    for (const group of new Set(zones.map((zone) => zone.group).filter(Boolean))) {
      const elements = zones.filter((z) => z.group === group).map((z) => this.elements.get(z.id));
      const stop = elements.find((element) => element === document.activeElement)
        ?? elements.find((element) => element.tabIndex === 0) ?? elements[0];
      for (const element of elements) element.tabIndex = element === stop ? 0 : -1;
    }
  }

  artists(keys = []) {
    const named = (key) => this.shadow.querySelectorAll(`[data-key="${CSS.escape(key)}"]`);
    return keys.flatMap((key) => [...named(key)]);
  }

  light(event, id) {
    this.unlight();
    const zone = this.zone(id);
    if (!zone) return; // it has gone with the last figure
    this.under = id;
    for (const artist of this.artists(zone.lights)) artist.classList.add("lit");
    this.tip.textContent = zone.tip;
    // Below the zone, where the label of its branch is not, and inside the figure.
    const { left, top, height } = this.elements.get(id).style;
    const half = this.tip.offsetWidth / 2;
    const right = this.drawing.clientWidth - half;
    Object.assign(this.tip.style, {
      left: `clamp(${half}px, ${left}, ${right}px)`,
      top: `calc(${top} + max(${height} / 2, 12px) + 4px)`,
    });
  }

  unlight() {
    this.under = null;
    for (const artist of this.shadow.querySelectorAll(".lit")) artist.classList.remove("lit");
    this.tip.textContent = "";
  }

  // ---------------------------------------------------------------- what a hand does

  // A place of the window in points of the figure.
  points({ clientX, clientY }) {
    const { left, top, width, height } = this.layer.parentElement.getBoundingClientRect();
    const [wide, high] = this.picture.size;
    return [((clientX - left) * wide) / width, ((clientY - top) * high) / height];
  }

  // Python draws ahead where a hand may move next.
  near(event, id) {
    if (!this.zone(id).stops || this.isAhead(id) || this.asked === id) return;
    this.asked = id;
    this.send(id, "near", null);
  }

  take(event, id) {
    const zone = this.zone(id);
    if (!(zone.stops || zone.again) || event.button !== 0) return;
    const element = this.elements.get(id);
    element.setPointerCapture(event.pointerId);
    const now = this.at(zone);
    const [x, y] = this.points(event);
    if (zone.again) this.stroke = { id, from: x, clicks: 0 };
    else this.drag = { id, before: now, dx: zone.places[now][0] - x, dy: zone.places[now][1] - y };
  }

  move(event, id) {
    if (this.stroke?.id === id) this.strokeOn(this.points(event)[0]);
    if (this.drag?.id !== id) return;
    const [x, y] = this.points(event);
    this.goTo(id, nearest(this.zone(id).places, x + this.drag.dx, y + this.drag.dy), "move");
  }

  // A hand that is drawn over a button that may be clicked again: once for each of its widths.
  strokeOn(x) {
    const { id, from } = this.stroke;
    const clicks = Math.floor(Math.abs(x - from) / this.zone(id)?.again);
    for (; this.stroke.clicks < clicks; this.stroke.clicks += 1) this.send(id, "click", null);
  }

  drop(event, id) {
    this.stroke = null;
    if (this.drag?.id !== id) return;
    this.drag = null;
    this.show();
  }

  click(event, id) {
    if (!this.zone(id).stops) this.send(id, "click", null);
  }

  press(event, id) {
    const element = this.elements.get(id);
    const zone = this.zone(id);
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") this.escape(id);
    else if (zone.stops && event.key in STEPS) this.step(zone, event.key);
    else if (!zone.stops && (event.key === "Enter" || event.key === " ")) this.click(event, id);
    else if (zone.group && event.key.startsWith("Arrow"))
      this.neighbour(zone, event.key);
    else if (event.key !== " ") return; // which would scroll the page
    event.preventDefault();
  }

  // Across a plane some keys lead from line to line, the others along a line; all stop at its edge.
  // The Up and Down keys lead up and down, also in a list.
  step(zone, key) {
    const wide = zone.columns?.length ?? zone.stops.length;
    const at = [this.at(zone) % wide, Math.floor(this.at(zone) / wide)];
    const last = [wide - 1, zone.stops.length / wide - 1];
    const isUpright = /Up|Down/.test(key);
    const way = zone.columns && isUpright ? 1 : 0;
    const by = STEPS[key](last[way]) * (isUpright && isList(zone.places) ? -1 : 1);
    at[way] = Math.min(Math.max(at[way] + by, 0), last[way]);
    this.goTo(zone.id, at[0] + wide * at[1], "key");
  }

  neighbour({ id, group, column }, key) {
    const isUpright = /Up|Down/.test(key);
    const members = this.picture.zones.filter(
      (zone) => zone.group === group && !(isUpright && zone.column !== column),
    );
    const at = members.findIndex((zone) => zone.id === id) + (/Right|Down/.test(key) ? 1 : -1);
    this.elements.get(members.at(at % members.length).id).focus();
    this.oneStopPerGroup(this.picture.zones);
  }

  escape(id) {
    if (this.drag) {
      this.goTo(id, this.drag.before, "move");
      this.drag = null;
    } else this.elements.get(id).closest(".jp-Cell")?.focus();
  }

  // ---------------------------------------------------------------- what Python hears

  // The zone goes to a stop at once, and its artists with it; the exact figure follows.
  goTo(id, at, kind) {
    const zone = this.zone(id);
    const now = this.at(zone);
    if (at === now || (this.dead && !this.isAhead(id))) return;
    this.ghost = { id, at, seq: this.send(id, kind, zone.stops[at]) };
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      const { id } = this.ghost ?? {}; // another zone may have moved, or the answer come meanwhile
      const zone = this.zone(id);
      if (this.isAhead(id)) this.show();
      else if (zone) this.placeZone(zone, this.elements.get(id));
    });
  }

  // A message that waits is replaced by the next one, so what Python has not answered goes along; of
  // a zone that moves on, only where it is now. A hand that comes near moves nothing.
  unheard(earlier, last, zone, kind) {
    const movesOn = last.zone === zone && last.value !== null && kind !== "near";
    const before = [...earlier, ...(last.seq && !movesOn ? [last] : [])];
    const answered = this.model.get("picture").seq;
    return before.filter(({ seq, kind }) => seq > answered && kind !== "near").slice(-20);
  }

  send(zone, kind, value) {
    const { earlier: before = [], ...last } = this.model.get("gesture");
    const seq = (last.seq ?? 0) + 1;
    if (this.dead) return seq;
    const earlier = this.unheard(before, last, zone, kind);
    this.model.set("gesture", { seq, zone, kind, value, earlier });
    this.model.save_changes(); // ipywidgets keeps one message on its way, and the newest waits
    if (kind !== "near" && !this.isAhead(zone)) {
      this.open.push([seq, performance.now()]);
      this.sayOrWait();
    }
    return seq;
  }
}

// Python draws for the room there is: the width of the output, the height of the notebook in view.
const watchRoom = (model, el) => {
  const panel = el.closest(".jp-WindowedPanel-outer, .jp-Notebook") ?? document.documentElement;
  const output = el.closest(".jp-OutputArea") ?? panel;
  const observer = new ResizeObserver(() => {
    const room = [output.clientWidth, panel.clientHeight];
    if (!room.every(Boolean) || String(room) === String(model.get("room"))) return;
    model.set("room", room);
    model.save_changes();
  });
  observer.observe(panel);
  observer.observe(output);
  return observer;
};

function render({ model, el }) {
  const figure = new Figure(model, el);
  let room; // once the element is in its place
  const start = requestAnimationFrame(() => (room = watchRoom(model, el)));
  const show = () => figure.show();
  const lookAhead = () => figure.lookAhead();
  const lookAlive = () => setTimeout(() => figure.lookAlive(el)); // after ipywidgets has marked it
  model.on("change:picture", show);
  model.on("change:states", lookAhead);
  model.on("comm_live_update", lookAlive);
  lookAhead();
  return () => {
    model.off("change:picture", show);
    model.off("change:states", lookAhead);
    model.off("comm_live_update", lookAlive);
    cancelAnimationFrame(start);
    room?.disconnect();
  };
}

export default { render };
