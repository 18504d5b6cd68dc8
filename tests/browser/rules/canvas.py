"""Draw screens of the arrow puzzle on the canvas of Chromium, by a second program that the reader is not tuned on."""

from __future__ import annotations

import base64
import io
import random
from pathlib import Path
from typing import Any

from PIL import Image

from tablebases.arrow.boards import Level
from tests.browser.rules.screens import Screen, random_board

PROGRAM = Path(__file__).with_name("canvas.js").read_text(encoding="utf-8")


def draw_on_canvas(driver: Any, level: Level, kind: str, harm: str, seed: int) -> Screen:
    """Draw a screen in the page of a driver; the other arguments are those of `draw_screen`."""
    rng = random.Random(f"canvas {level.name} {kind} {harm} {seed}")  # noqa: S311 - pictures, not secrets
    turns = random_board(level, rng)
    game = {
        "shape": level.shape.value, "side": level.side, "directions": level.directions, "cells": list(level.cells),
        "turns": turns, "kind": kind, "harm": harm,
    }  # fmt: skip
    address, covered = driver.execute_script(PROGRAM, game, rng.randrange(2**32))
    picture = Image.open(io.BytesIO(base64.b64decode(address.partition(",")[2])))
    return Screen(turns, picture.convert("RGB"), tuple(covered))
