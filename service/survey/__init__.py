"""Surveys: many random deals under some rules, and what can be said of them."""
