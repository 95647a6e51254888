"""How Sphinx builds the book. `tools/book.py` puts this file beside the pages and starts it."""

import dtlab

project = "Decision trees, taken apart"
copyright = "the dtlab developers; text CC BY 4.0, code BSD-3-Clause"
release = dtlab.__version__
language = "en"
extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx.ext.viewcode",
    "sphinx_copybutton",
    "book_sphinx",  # tools/book_sphinx.py, after autodoc
]

nb_execution_mode = "off"  # what a notebook stores is what the book shows
nb_render_markdown_format = "myst"
myst_enable_extensions = ["dollarmath"]
myst_links_external_new_tab = True
suppress_warnings = ["mystnb.unknown_mime_type", "misc.highlighting_failure"]
highlight_language = "python3"

autodoc_member_order = "bysource"
autodoc_typehints = "none"  # the signature of a teaching function fits on a line without them
viewcode_line_numbers = True
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True
copybutton_exclude = ".linenos, .gp, .go"

html_theme = "pydata_sphinx_theme"
html_title = "Decision trees, taken apart"
templates_path = ["_templates"]
html_static_path = ["_static"]
html_extra_path = ["_extra"]
html_css_files = ["book.css", "dtlab-book.css"]
html_js_files = ["book.js", "dtlab-book.js"]
html_math_renderer = "mathml"
html_favicon = "_static/tree.svg"
html_copy_source = False
html_show_sphinx = False
html_sidebars = {"index": []}
html_context = {"default_mode": "auto"}
html_theme_options = {
    "logo": {"text": "dtlab", "image_light": "_static/tree.svg", "image_dark": "_static/tree.svg"},
    "header_links_before_dropdown": 6,
    "navbar_align": "left",
    "navbar_persistent": ["search-button"],
    "navbar_end": ["theme-switcher"],
    "secondary_sidebar_items": {"**": ["page-toc"], "index": []},
    "show_nav_level": 1,
    "show_toc_level": 1,
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
    "footer_start": ["copyright"],
    "footer_end": [],
}
