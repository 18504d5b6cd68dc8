"""The stages, one program per rule. Only they know paths; none imports another."""
