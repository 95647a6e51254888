"""Around the notebooks: stable figures, stills of widgets, the working copy, the environment."""
