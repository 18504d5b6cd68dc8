"""The stage that lists digests."""
