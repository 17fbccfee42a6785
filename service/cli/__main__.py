"""``python -m service.cli``: the same as the ``pyramid`` command."""

from __future__ import annotations

from service.cli import main

# Worker processes import this module again, under another name.
if __name__ == "__main__":
    main()
