"""The fast parts, on plain arrays; each has a slow, obvious twin in the tests."""

TIE = 1e-12  # scores closer than this (relative) are tied; a gain this small is zero
