"""How the tablebase of the arrow puzzle is made."""
