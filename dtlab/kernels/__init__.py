"""The fast parts, on plain arrays; each has a slow, obvious twin in the tests."""
