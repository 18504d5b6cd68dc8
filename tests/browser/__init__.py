"""Tests of web pages in a browser."""
