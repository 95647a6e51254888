"""What a lecturer and a student get to see: marks, feedback, a page on the class, similar pairs.

It trusts the stored results to be what the judge wrote, and escapes every text in them.
"""
