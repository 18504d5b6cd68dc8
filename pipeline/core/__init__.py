"""What all pipelines share: artifacts, digests of sources, compiled code, configuration, errors, progress."""
