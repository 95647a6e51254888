"""What a cell of a notebook asks and answers, and the memory of it."""
