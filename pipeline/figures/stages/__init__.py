"""The stage that makes the page."""
