"""How many examples a law is tried on."""

from hypothesis import settings

USUAL = 100  # examples, if nothing else is said: hypothesis's own number


def examples(n, **options):
    """Settings for n examples; for fewer under a profile with fewer than usual (`make check`)."""
    share = settings().max_examples / USUAL
    return settings(max_examples=max(1, round(n * share)), **options)
