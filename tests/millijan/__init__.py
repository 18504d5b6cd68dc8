"""Tests of MilliJan against the oracle and the known answers."""
