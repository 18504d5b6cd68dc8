"""The workflow that makes the tablebases: configuration, rules, stages and tables."""
