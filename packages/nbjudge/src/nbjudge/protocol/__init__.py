"""What judge and worker say to each other, and how it is read.

It trusts nothing that arrives: whatever has another form than expected counts as tampering.
"""
