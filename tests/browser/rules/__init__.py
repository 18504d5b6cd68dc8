"""Rules of the games in the modules of the pages, without a browser."""
