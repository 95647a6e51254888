"""MARS: a continuous cousin of the regression tree. Lecture 000."""
