"""Tests of MilliJan, module by module, against the oracle and the known answers."""
