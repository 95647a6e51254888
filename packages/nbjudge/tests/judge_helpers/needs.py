"""Skip where something is missing on a laptop; fail where CI must have it."""

import os

import pytest

IN_CI = os.environ.get("CI") == "true"


def needs(thing, present, how):
    """Skip a test on a laptop where `thing` is missing, saying `how` to get it; in CI, fail."""
    if present:
        return
    reason = f"{thing} is missing: {how}"
    if IN_CI:
        pytest.fail(reason)
    pytest.skip(reason)
