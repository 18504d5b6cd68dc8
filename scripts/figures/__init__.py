"""The figures of the project: evaluated on finished artifacts, kept in data, shown in docs/results.md."""
