"""The search kernels: Cython in pure Python mode, one source compiled or interpreted.

``store`` is the memory of a best-first search, ``general`` the search that is exact
under every rule set, ``macro`` the fast one for draw 1 and goal ``pyramid``. Only
:mod:`solver.search` imports them.
"""
