"""The HTTP side: parse, call, render. The only package that knows Flask."""
