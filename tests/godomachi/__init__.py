"""Tests of Godomachi, module by module, against the oracle and the known answers."""
