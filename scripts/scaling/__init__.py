"""How time, memory and bytes grow with the work: measured, drawn, and counted beyond what the pipeline does."""
