"""The answers: a module for each question."""
