"""From a source and a submission to points: which cells run, which tests, what they give.

The judge trusts the source and the course's plugin, and takes all that a submission says for a
claim. The worker is not trusted at all: the student's code shares its process.
"""
