"""Grows a tree level by level from a table of codes.

A fit reads the columns into a `Table` and the target into `Classes` or `Numbers`, asks the
algorithm for its `Recipe`, and calls `grow`. This opens a `Level` with the root and all rows. Then,
for all nodes of a level at once: *stop* those that a rule ends; *search* the best
question of each feature (`questions.search`, scored by `questions.criteria`); *choose* one;
*split*, which writes the questions into a `Builder` and sorts the rows into the next level, node by
node. When no node asks any more, the builder's arrays are the tree: a `Flat`, by which rows are
predicted; `to_node` makes a `Node` of it, for people.

table.py    a DataFrame becomes a table of integer codes
target.py   the target becomes additive statistics: a class each, or w, wy, wy²
level.py    the nodes of one level and the rows in them
grow.py     stop, search, choose, split, and again with the children
builder.py  collects the nodes in arrays
flat.py     the grown tree as arrays, and how rows walk down it
to_node.py  the same tree as a `Node`, for people
"""
