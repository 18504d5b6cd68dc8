"""Tests of Nine Tiles Panic, module by module, against the oracle and the known answers."""
