"""The stages, one program for each rule. Only they know paths, and none imports another."""
