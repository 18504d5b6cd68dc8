"""What `tablebases arrow` answers."""
