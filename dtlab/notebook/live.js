// Run by the browser in a live view (see stills.py); `element` is the place of this script.
// Keys belong to the control that has the focus, radio buttons are one group with a name, a card that
// has lost its kernel says so (as a figure does by itself, see touch.js), and so does what is used
// while the kernel is busy with a cell.
(() => {
  const SUPPRESS = "data-lm-suppress-shortcuts";
  // Not a text field, whose keys ipywidgets keeps from all others.
  const CONTROLS = "button, select, input:not([type=text]), [role=slider], .dtlab-zone";
  const STEPS = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

  // ipywidgets gives each part that has lost its kernel a class and a broken chain; one sentence
  // says more, and `content` is read out as text is. A busy kernel may answer late: after two seconds
  // the widget that has the focus says why.
  const NOTICES = `<style>
    .dtlab-card.jupyter-widgets-disconnected::after {
      content: "The kernel has been restarted: run this cell again.";
      order: -1; font-weight: bold; padding: 4px 0;
    }
    .dtlab-live.jupyter-widgets-disconnected::before,
    .dtlab-live .jupyter-widgets-disconnected::before { display: none }
    .dtlab-controls.jupyter-widgets-disconnected,
    .dtlab-card.jupyter-widgets-disconnected :is(input, button, select) { opacity: 0.5 }
    .dtlab-controls.jupyter-widgets-disconnected, /* nobody hears them */
    .dtlab-card.jupyter-widgets-disconnected :is(input, button, select, label) {
      pointer-events: none;
    }
    body:has(.jp-Notebook-ExecutionIndicator[data-status="busy"])
    .dtlab-live:focus-within::after {
      content: "The kernel is busy: answers may wait until its cell is done.";
      position: fixed; bottom: 2px; right: 40px; z-index: 9; font-weight: bold; padding: 6px;
      background: var(--jp-layout-color0); color: var(--jp-content-font-color1);
      border: 1px solid; pointer-events: none; animation: dtlab-late 0s 2s both;
    }
    @keyframes dtlab-late { from { visibility: hidden } to { visibility: visible } }
  </style>`;

  const set = (node, name, value) => {
    if (node.getAttribute(name) !== value) node.setAttribute(name, value);
  };

  // JupyterLab takes keys for itself (arrows leave the cell, x cuts it) unless the focused element
  // forbids it; with Ctrl or Cmd held down its shortcuts must work (Ctrl+S saves).
  const keepKeys = ({ target, ctrlKey, metaKey }) => {
    if (!target.matches(CONTROLS)) return;
    if (ctrlKey || metaKey) target.removeAttribute(SUPPRESS);
    else set(target, SUPPRESS, "true");
  };

  // Arrow keys lead to the next radio button and do not choose it, for the first answer counts.
  const step = (radio, by) => {
    const radios = [...radio.closest("[role=radiogroup]").querySelectorAll("input")];
    radios.at((radios.indexOf(radio) + by) % radios.length).focus();
  };

  // A key with Ctrl or Cmd, pressed in a text field, goes to JupyterLab all the same.
  const passOn = (event) => {
    const copy = new KeyboardEvent("keydown", event);
    if (!event.currentTarget.dispatchEvent(copy)) event.preventDefault();
  };

  const press = (event) => {
    const { target, key } = event;
    if (event.defaultPrevented || event.altKey || target.matches(".dtlab-zone")) return;
    if (event.ctrlKey || event.metaKey) return target.type === "text" && passOn(event);
    if (key === "Escape") target.closest(".jp-Cell")?.focus();
    else if (target.type === "radio" && key in STEPS) step(target, STEPS[key]);
    else return;
    event.preventDefault();
  };

  // A question stands right above its radio buttons.
  const nameRadios = (view) => {
    for (const radios of view.querySelectorAll(".dtlab-card .widget-radio-box")) {
      const question = radios.closest(".widget-radio").previousElementSibling;
      set(radios, "role", "radiogroup");
      set(radios, "aria-label", question.textContent.trim());
      const name = radios.querySelector("input").name || `dtlab-${Math.random()}`;
      for (const radio of radios.querySelectorAll("input")) set(radio, "name", name);
    }
  };

  const start = (patience) => {
    const view = element.closest(".dtlab-live");
    if (!view) return patience && setTimeout(start, 50, patience - 1); // not yet in its place
    for (const type of ["focusin", "keydown", "keyup"]) view.addEventListener(type, keepKeys);
    view.addEventListener("keydown", press, true); // before ipywidgets
    element.innerHTML = NOTICES;
    nameRadios(view);
    new MutationObserver(() => nameRadios(view)).observe(view, { subtree: true, childList: true });
  };
  start(200);
})();
