"""The stages of a puzzle as the rules see them: which artifacts are not made as they would be now.

Rules compare recipes (see `pipeline.recipe`), not dates. Snakemake knows dates only, so for a stage
whose artifacts are outdated a file is written, its *mark*, which is newer than they are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pipeline.artifact.files import renamed_when_complete
from pipeline.artifact.provenance import is_made_by
from pipeline.recipe import recipe


@dataclass(frozen=True)
class _Stage:
    """recipe: as it would be now. artifacts: what it leaves. notes: what their provenance says."""

    recipe: str
    artifacts: Sequence[Path]
    notes: Mapping[str, str]
    is_kept: bool

    def is_outdated(self, name: str) -> bool:
        """Whether one of the artifacts that there are is made otherwise than it would be now."""
        notes = {"stage": name, "recipe": self.recipe, **self.notes}
        return not all(is_made_by(path, notes) for path in self.artifacts if path.exists())


@dataclass
class Stages:
    """The stages of a puzzle, added in an order in which what is read comes first.

    package: the one whose modules the stages are. output: the folder of the artifacts.
    """

    package: str
    output: Path
    _stages: dict[str, _Stage] = field(default_factory=dict)

    def add(
        self,
        stage: str,
        artifacts: Sequence[str | Path],
        *,
        reads: Sequence[str] = (),
        data: Sequence[str] = (),
        parameters: Mapping[str, Any] | None = None,
        notes: Mapping[str, str] | None = None,
        is_kept: bool = True,
    ) -> None:
        """Add a stage.

        Args:
            stage: its module.
            artifacts: what it leaves, relative to the output folder.
            reads: the stages whose artifacts it reads.
            data: digests of the data files that it reads.
            parameters: the configuration that the content of its artifacts depends on.
            notes: what else the provenance of its artifacts must say to be up to date.
            is_kept: whether its artifacts are still there when all is done.
        """
        inputs = [*data, *(self._stages[name].recipe for name in reads)]
        self._stages[stage] = _Stage(
            recipe(f"{self.package}.{stage}", parameters or {}, inputs),
            [self.output / name for name in artifacts],
            notes or {},
            is_kept,
        )

    @property
    def recipes(self) -> dict[str, str]:
        """Stage -> the recipe that it will write into its artifacts."""
        return {name: stage.recipe for name, stage in self._stages.items()}

    def mark_outdated(self) -> dict[str, list[str]]:
        """Stage -> its mark, if its artifacts are outdated, else nothing.

        Raises:
            PipelineError: something else is in the place of an artifact.
        """
        marks: dict[str, list[str]] = {}
        for name, stage in self._stages.items():
            mark = self.output / ".outdated" / name
            if stage.is_outdated(name):
                _write_mark(mark, stage.recipe)
                marks[name] = [str(mark)]
            else:
                mark.unlink(missing_ok=True)
                marks[name] = []
        return marks

    def all_exist(self) -> bool:
        """Whether all artifacts that are kept are there."""
        kept = (stage for stage in self._stages.values() if stage.is_kept)
        return all(path.exists() for stage in kept for path in stage.artifacts)


def _write_mark(mark: Path, recipe_now: str) -> None:
    with renamed_when_complete(mark) as partial:
        now = datetime.now(UTC).isoformat()  # a content that Snakemake has not met before
        partial.write_text(f"not made by recipe {recipe_now}, {now}\n", encoding="utf-8")
