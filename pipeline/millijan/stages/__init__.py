"""The stages: one program a rule. They alone know paths, and none imports another."""
