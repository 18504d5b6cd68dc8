"""Nine Tiles Panic: every town, its scores, and the best towns for every theme set.

The modules beside this one are the stages, one a rule, runnable alone; `game` knows the game
and no files.
"""
