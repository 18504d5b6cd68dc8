"""What `tablebases millijan` answers."""
