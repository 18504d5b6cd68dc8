"""Small artifacts of all stages, without the workflow."""

from __future__ import annotations

from pathlib import Path

from pipeline.godomachi.stages import database, page, wall_charts
from tablebases.godomachi.tablebase import KIND, MaxCut, chart_files
from tests.godomachi.helpers import REPOSITORY
from tests.provenance import noted

RECORD_FILE = REPOSITORY / "tests" / "known_answers" / "godomachi" / "records.csv"
"""Records of small sizes."""
PAGE = "page/godomachi"


def run_all_stages(folder: Path, max_n: int, max_cut: MaxCut = MaxCut.ANY) -> Path:
    """Make all artifacts in `folder` as the workflow does."""
    database.main(max_n, RECORD_FILE, folder / KIND.file, max_cut)
    charts = [folder / "figures" / name for name in chart_files(max_n)]
    wall_charts.main(folder / KIND.file, charts, noted(folder, "wall_charts"))
    page.main(folder / KIND.file, charts, folder / PAGE / "about.json", noted(folder, "page"))
    return folder
