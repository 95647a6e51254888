// The script of a page of the book (see book_touch.py): figures, guesses and quizzes answer without a
// kernel. It is a classic script, because a page that is opened as a file cannot load a module.
(() => {
  // The script of figures in JupyterLab, as it is.
  const { render, unpack } = (() => {
/* touch.js */
  })();

  const dataOf = (place) => JSON.parse(place.querySelector("script").textContent);

  const make = (parent, tag, { role, ...properties } = {}) => {
    const element = Object.assign(document.createElement(tag), properties);
    if (role) element.setAttribute("role", role);
    return parent.appendChild(element);
  };

  // ---------------------------------------------------------------- figures

  // Plays Python's part for touch.js: a gesture leads from frame to frame.
  class PageModel {
    constructor(all) {
      this.all = all;
      this.listeners = [];
      this.values = { gesture: {}, picture: this.picture(all.at, 0) };
    }

    picture(number, seq) {
      const { parts, tracks, chunks, zones: known, frames } = this.all;
      const { svg, zones, ...frame } = frames[number];
      return {
        ...frame, chunks, seq, zoom: 1,
        svg: svg.map((part) => parts[part]).join(""),
        zones: zones.map((zone) => ({ ...known[zone.id], ...this.unfold(zone, tracks) })),
      };
    }

    unfold(zone, tracks) {
      const long = ["stops", "places", "says"].filter((name) => name in zone);
      return { ...zone, ...Object.fromEntries(long.map((name) => [name, tracks[zone[name]]])) };
    }

    get(name) {
      return this.values[name];
    }

    set(name, value) {
      this.values[name] = value;
    }

    on(event, act) {
      this.listeners.push([event, act]);
    }

    off(event, act) {
      this.listeners = this.listeners.filter(([e, a]) => e !== event || a !== act);
    }

    save_changes() {
      queueMicrotask(() => this.answer()); // not before the figure has noted what it sent
    }

    answer() {
      const { gesture: { seq, zone: id, value }, picture } = this.values;
      const to = picture.next[id];
      if (!(seq > picture.seq) || to === undefined) return;
      const { stops } = picture.zones.find((zone) => zone.id === id);
      if (stops && value === null) return; // a hand has only come near
      this.values.picture = this.picture(stops ? to[stops.indexOf(value)] : to, seq);
      for (const [event, act] of this.listeners) if (event === "change:picture") act();
    }
  }

  const startFigure = async (place) => {
    const bytes = Uint8Array.from(atob(dataOf(place)), (letter) => letter.charCodeAt(0));
    const model = new PageModel(await unpack(bytes));
    const still = place.querySelector(".dtlab-still");
    const el = document.createElement("div");
    still.replaceWith(el);
    render({ model, el });
  };

  const inView = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries)
      if (isIntersecting) {
        inView.unobserve(target);
        startFigure(target);
      }
  }, { rootMargin: "400px" });

  // ---------------------------------------------------------------- guesses and quizzes

  const STEPS = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };
  const TYPED = "⟦typed⟧"; // where a reply says what was typed

  // Arrow keys lead to the next radio button and do not choose it, for the first answer counts.
  const step = (event) => {
    if (!(event.key in STEPS)) return;
    event.preventDefault();
    const radios = [...event.currentTarget.querySelectorAll("input")];
    const at = radios.indexOf(event.target) + STEPS[event.key];
    radios.at(at % radios.length).focus();
  };

  let groups = 0; // of radio buttons on this page

  // A question with its radio buttons; chosen(i) gives the HTML of the reply.
  const ask = (card, { text, options }, chosen) => {
    const question = make(card, "div", { innerHTML: text });
    const group = make(card, "div", { role: "radiogroup" });
    group.setAttribute("aria-label", question.textContent.trim());
    group.addEventListener("keydown", step);
    const reply = make(card, "div", { role: "status" });
    const name = `dtlab-${(groups += 1)}`;
    options.forEach((option, i) => {
      const label = make(group, "label");
      const radio = make(label, "input", { type: "radio", name });
      radio.addEventListener("change", () => (reply.innerHTML = chosen(i)));
      make(label, "span", { textContent: option });
    });
  };

  // The numbers that a text may mean: the comma of "30,720" may mark thousands or decimals.
  const readings = (text) => {
    const commas = text.split(",").length - 1;
    const plain = text.replace("−", "-").replaceAll(",", commas > 1 ? "" : ".");
    const [over, under = "1", ...more] = plain.replace(/%$/, "").split("/");
    const digits = /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i;
    if (more.length || !digits.test(over) || !digits.test(under)) return [];
    const found = [Number(over) / Number(under)];
    if (/^[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/.test(text)) found.push(Number(text.replaceAll(",", "")));
    return found.filter(Number.isFinite);
  };

  const escaped = (text) => make(document.createElement("p"), "span", { textContent: text }).innerHTML;

  // A field in which a number or a word is typed; answered(html) shows the answer.
  const askToType = (card, about, answered) => {
    make(card, "div", { innerHTML: about.text });
    const form = make(card, "form");
    const label = make(form, "label", { textContent: "Your guess" });
    const field = make(label, "input", { type: "text", placeholder: about.placeholder });
    make(form, "button", { textContent: "Record it" });
    const reply = make(card, "div", { role: "status" });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const said = field.value.trim();
      const isNumber = typeof about.truths[0] === "number";
      const numbers = readings(said);
      if (isNumber ? !numbers.length : !said) return (reply.innerHTML = about.refusal);
      const near = (number, truth) =>
        Math.abs(number - truth) <= about.tolerance + 1e-9 * Math.max(1, Math.abs(truth));
      const right = about.truths.some((truth) =>
        isNumber ? numbers.some((number) => near(number, truth)) : said.toLowerCase() === truth);
      const answer = right ? about.right : about.why[said.toLowerCase()] ?? about.wrong;
      reply.innerHTML = about.reply.replace(TYPED, () => escaped(said));
      answered(answer.replace(TYPED, () => escaped(said)));
    });
  };

  const guess = (card, about) => {
    const answered = (html) => {
      const box = document.getElementById(`answer-${about.id}`);
      if (box) box.innerHTML = html;
    };
    if (!about.options) return askToType(card, about, answered);
    ask(card, about, (i) => {
      answered(about.answers[i]);
      return about.replies[i];
    });
  };

  const quiz = (card, { questions }) => {
    const first = new Map(); // question: was the first answer right?
    questions.forEach((question, number) => {
      ask(card, question, (i) => {
        if (!first.has(number)) first.set(number, question.right[i]);
        const right = [...first.values()].filter(Boolean).length;
        if (first.size === questions.length)
          tally.textContent = `${right} of ${first.size} right at the first try.`;
        return question.replies[i];
      });
    });
    const tally = make(card, "p", { role: "status" });
  };

  const start = () => {
    for (const place of document.querySelectorAll(".dtlab-ask")) {
      const about = dataOf(place);
      const card = document.createElement("div");
      card.className = "dtlab-card";
      card.style.cssText = about.style;
      card.innerHTML = about.head;
      const below = make(card, "div", { className: "dtlab-below" });
      (about.kind === "quiz" ? quiz : guess)(below, about);
      place.querySelector(".dtlab-still").replaceWith(card);
    }
    for (const place of document.querySelectorAll(".dtlab-touch")) inView.observe(place);
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
