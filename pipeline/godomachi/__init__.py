"""How the tablebase of Godomachi is made."""
