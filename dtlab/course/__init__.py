"""Around the notebooks: `%load_ext dtlab`, stills, working copy, live copies, environment."""
