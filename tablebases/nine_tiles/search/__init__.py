"""The search for all towns, and for the towns that fit a question."""
