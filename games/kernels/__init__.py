"""Deals played out by rule, fast: the bots' core.

Each module is Python that Cython can compile, as in :mod:`solver.kernels`; where no C compiler
works it runs interpreted, with the same answers. A card is a number: its suit (clubs 0, diamonds
1, hearts 2, spades 3) times 13, and its rank from the two, 0, to the ace, 12. Sets of cards
are words with a bit for each.
"""
