"""The workflow of the tablebase of MilliJan."""
