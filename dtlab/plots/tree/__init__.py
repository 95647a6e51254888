"""How a tree is drawn: layout, boxes, bars, and what a node says."""
