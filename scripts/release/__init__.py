"""Files to upload: databases, Parquet, the atlas, descriptions and digests; see docs/publishing.md."""
