"""The oracles agree with known answers and with figures found by hand."""
