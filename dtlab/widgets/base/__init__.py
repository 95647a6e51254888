"""What all widgets share: the view, the drawing, steppers, choices, samples, names."""
