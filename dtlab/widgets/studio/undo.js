// Run by the browser in a Split Studio: the key U is its button Undo.
(() => {
  const start = (patience) => {
    const studio = element.closest(".dtlab-studio");
    if (!studio) return patience && setTimeout(start, 50, patience - 1); // not yet in its place
    studio.addEventListener("keydown", (event) => {
      if (event.key.toLowerCase() !== "u" || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target.closest("select, input, [contenteditable=true]")) return; // u is typed there
      const undo = studio.querySelector(".dtlab-undo");
      undo.focus(); // the zone that had the focus may be gone with its node
      undo.click();
    });
  };
  start(200);
})();
