// The theme's icons come from its font; its script, 1.5 MB, draws the same ones and is left out.
