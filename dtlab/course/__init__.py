"""Around the notebooks: `%load_ext dtlab`, stills of widgets, the working copy, the environment."""
