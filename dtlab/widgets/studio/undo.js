// Run by the browser in a Split Studio: the key U is its button Undo, the focus is not lost, and
// the exported source is seen.
(() => {
  const start = (patience) => {
    const studio = element.closest(".dtlab-studio");
    if (!studio) return patience && setTimeout(start, 50, patience - 1); // not yet in its place
    // What had the focus may be gone with its node, or be a button that now has nothing to do.
    const keep = (patience) => {
      const focused = document.activeElement;
      if (!focused || focused === document.body || focused.disabled)
        return studio.querySelector('.dtlab-zone[tabindex="0"]')?.focus();
      if (patience && studio.contains(focused)) setTimeout(keep, 50, patience - 1);
    };
    const showSource = (patience) => {
      const source = studio.querySelector("pre");
      if (source) source.scrollIntoView({ block: "nearest" });
      else if (patience) setTimeout(showSource, 50, patience - 1);
    };
    studio.addEventListener("click", (event) => {
      if (event.target.closest("button")) keep(60);
      if (event.target.closest(".dtlab-export")) showSource(60);
    });
    studio.addEventListener("keydown", (event) => {
      if (event.key.toLowerCase() !== "u" || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target.closest("select, input, [contenteditable=true]")) return; // u is typed there
      studio.querySelector(".dtlab-undo").click();
    });
  };
  start(200);
})();
