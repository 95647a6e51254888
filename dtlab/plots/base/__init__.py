"""What all figures share: colours, text sizes, class looks, lines, ticks, descriptions."""
