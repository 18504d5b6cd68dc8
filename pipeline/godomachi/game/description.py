"""What there is to say of a polyomino: a row of the table `polyominoes`, and of the command `list`."""

from __future__ import annotations

from collections.abc import Iterator

from pipeline.godomachi.game.polyominoes import Shapes, holes, shape_size, shape_text, symmetry


def described_shapes(shapes: Shapes) -> Iterator[dict[str, object]]:
    """All polyominoes of a size with their numbers, sizes, holes and symmetries."""
    for number, shape in enumerate(shapes):
        width, height = shape_size(shape)
        yield {
            "n": len(shape),
            "id": number,
            "cells": shape_text(shape),
            "width": width,
            "height": height,
            "holes": holes(shape),
            "symmetry": symmetry(shape),
        }
