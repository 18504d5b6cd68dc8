"""What `tablebases godomachi` answers."""
