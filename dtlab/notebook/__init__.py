"""`%load_ext dtlab`: figures, trees, tables, short errors and static views in a notebook."""
