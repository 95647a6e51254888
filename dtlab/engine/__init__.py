"""Grows a tree level by level from a table of codes.

table.py    a DataFrame becomes a table of integer codes
target.py   the target becomes additive statistics: a class each, or w, wy, wy²
level.py    the nodes of one level and the rows in them
grow.py     stop, search, choose, split, and again with the children
builder.py  collects the nodes in arrays
flat.py     the grown tree as arrays, and how rows walk down it
to_node.py  the same tree as a `Node`, for people
"""
