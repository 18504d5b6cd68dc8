"""The stage that puts the atlas together."""
