"""The frame of all answers; `base` says what an answer is."""
