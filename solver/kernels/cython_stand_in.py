"""Stands in for the ``cython`` module where Cython isn't installed.

Only what the kernels name is here: types that vanish, decorators that do nothing. A
compiled kernel never imports it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any

compiled = False


class _Type:
    """A C type: calling it converts to int, indexing it makes an array type."""

    def __call__(self, value: Any = 0) -> Any:
        return value

    def __getitem__(self, item: Any) -> _Type:
        return self


bint = char = uchar = short = int = uint = longlong = ulonglong = Py_ssize_t = void = _Type()
double = _Type()


def _same(thing: Any) -> Any:
    return thing


def declare(kind: Any, value: Any = None) -> Any:
    return value


def cast(kind: Any, value: Any) -> Any:
    return value


class _NoGil(contextlib.nullcontext[None]):
    """Used as a decorator or in a ``with`` statement."""

    def __call__(self, thing: Any) -> Any:
        return thing


nogil = gil = _NoGil()
p_int = p_uchar = int


cclass = cfunc = inline = final = _same


def _decorator(*args: Any, **kwargs: Any) -> Callable[[Any], Any]:
    return _same


exceptval = boundscheck = wraparound = cdivision = locals = returns = _decorator
