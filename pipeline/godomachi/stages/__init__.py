"""The stages: one program a rule. Only they know paths, and none imports another."""
