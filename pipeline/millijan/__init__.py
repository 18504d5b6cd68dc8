"""MilliJan: the best split of a hand into units, its waits, its distance, its discards."""
