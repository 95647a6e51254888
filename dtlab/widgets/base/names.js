// Run by the browser in a row of controls (see view.py); `element` is the place of this script.
// ipywidgets writes a label beside a slider or a group of buttons but does not tie it to them.
(() => {
  const set = (node, name, value) => {
    if (node.getAttribute(name) !== value) node.setAttribute(name, value);
  };

  const label = (control) => control.querySelector(".widget-label")?.textContent.trim() ?? "";

  const nameSlider = (slider) => {
    const handle = slider.querySelector("[role=slider]");
    const readout = slider.querySelector(".widget-readout");
    if (!handle) return;
    set(handle, "aria-label", label(slider));
    set(handle, "aria-valuetext", readout.textContent); // its own is an index or an exponent
    if (slider.classList.contains("dtlab-choice")) {
      set(readout, "contenteditable", "false"); // what is typed there would be ignored
    } else {
      set(readout, "role", "textbox");
      set(readout, "aria-label", `${label(slider)}: type a number`);
    }
  };

  const nameGroup = (group) => {
    set(group, "role", "group");
    set(group, "aria-label", label(group));
    for (const button of group.querySelectorAll(".widget-toggle-button"))
      set(button, "aria-pressed", String(button.classList.contains("mod-active")));
  };

  const nameAll = (row) => {
    row.querySelectorAll(".widget-slider").forEach(nameSlider);
    row.querySelectorAll(".widget-toggle-buttons").forEach(nameGroup);
  };

  const start = (patience) => {
    const row = element.closest(".dtlab-controls");
    if (!row) return patience && setTimeout(start, 50, patience - 1); // not yet in its place
    nameAll(row);
    new MutationObserver(() => nameAll(row)).observe(row, {
      subtree: true, childList: true, characterData: true,
      attributeFilter: ["class", "aria-valuenow", "contenteditable"],
    });
  };
  start(200);
})();
