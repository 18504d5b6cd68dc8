"""How the tablebase of MilliJan is made."""
