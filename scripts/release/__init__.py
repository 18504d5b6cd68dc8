"""What one uploads: databases, Parquet, the atlas in one file, descriptions and digests; see docs/publishing.md."""
