"""Code in a read-only folder, with an odd name, started elsewhere and without a home folder."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from tests.workflow.test_disks import MOUNTING, needs_mounting
from tests.workflow.workspace import KEPT, Finished, Workspace, artifact_bytes, run

ODD_NAME = 'it\'s my "första" [puzzle] run; $HOME & 牌'
READ_ONLY = Path(__file__).with_name("read_only.sh")


@needs_mounting
def test_code_in_a_read_only_folder_runs_from_another_folder(finished: Workspace, tmp_path: Path) -> None:
    assert MOUNTING
    code, folder = tmp_path / "code" / ODD_NAME, tmp_path / "elsewhere" / ODD_NAME
    for name in ("pipeline", "tablebases"):
        shutil.copytree(finished.folder / name, code / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(finished.folder / "Snakefile", code)
    shutil.copytree(finished.folder / "data", folder / "data")
    for name in ("config.yaml", "mini.yaml"):
        shutil.copy(finished.folder / name, folder)

    def there(*command: str | Path) -> Finished:
        set_up = ["bash", READ_ONLY, code, "env", f"PYTHONPATH={code}", f"NUMBA_CACHE_DIR={KEPT}"]
        return run([*MOUNTING, *set_up, *command], folder)

    done = there(
        "snakemake", "godomachi_database", "--snakefile", code / "Snakefile",
        "--configfile", "mini.yaml", "--cores", "1",
    )  # fmt: skip
    assert done.status == 0, str(done)
    output, made = "results/mini_godomachi", ["godomachi.db"]
    assert artifact_bytes(folder / output, made) == artifact_bytes(finished.folder / output, made)

    tablebases = [sys.executable, "-m", "tablebases.cli.main"]
    said = there(*tablebases, "nine-tiles", "score", "206745813361230035", "--csv")
    assert said.status == 0, str(said)
    assert said.said.startswith("no,theme,score,why\n"), str(said)
    said = there(*tablebases, "arrow", "check", "easy", "434131344")
    assert said == Finished(0, "← ↓ ←\n↑ ↓ ↑\n↓ ← ←\n\neasy: solvable, 1 solution\n")
    said = there(*tablebases, "godomachi", "summary", "--results", finished.folder / output)
    assert said.status == 0, str(said)
