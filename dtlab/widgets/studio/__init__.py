"""Split Studio: grow a tree by hand."""
