"""The default clock, the solver's only look at the world outside.

Whoever wants another (a test, a service that counts CPU time) passes it to
:func:`solver.solve`.
"""

from __future__ import annotations

from time import perf_counter as default_clock

__all__ = ["default_clock"]
