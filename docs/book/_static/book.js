// A page opened as a file may not read other pages, so search shows titles without summaries.
if (location.protocol === "file:") {
  DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;
}
