"""Programs around a finished run, such as verification and release; they run in the folder of the project."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
"""The folder of the project."""
