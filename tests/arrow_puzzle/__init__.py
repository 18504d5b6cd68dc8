"""Tests of the arrow puzzle, module by module, against the oracle and the known answers."""
