"""The fast parts, on plain arrays; each has a slow, obvious twin in the tests.

Legend, for all files of this folder:

    F  features searched together       E  entries: a row in a node     m  nodes of a level
    S  statistics added up per entry    C  cuts                         V  distinct values (codes)
    K  classes                          n  entries, or their weight

A *segment* is one feature in one node, segment = feature · m + node. A *cut* lies between two
neighbouring values of a segment; what is `left` of it lies at or below it. The values of a feature
are given by their codes, ranks from 0 up; −1 stands for a missing value. Entries are in the order
of their nodes.
"""

TIE = 1e-12  # scores closer than this are tied, and the first of them wins
