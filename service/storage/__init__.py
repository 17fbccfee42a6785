"""The only package that knows Redis and RQ."""
