"""Tests of Godomachi against the oracle and known answers."""
