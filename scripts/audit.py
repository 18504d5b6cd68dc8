"""`make audit`: whether the installed packages fit together, and whether weaknesses of them are known.

The first needs no network. The second asks the advisories of PyPI by pip-audit; where that is not installed, or PyPI
does not answer, a sentence says that it was skipped.
"""

from __future__ import annotations

import json
import subprocess
import sys

PIP_AUDIT = "pip-audit==2.10.1"


def judged(answer: str) -> tuple[int, str]:
    """Exit status and report for what pip-audit has printed as JSON, which is nothing where it could not ask."""
    try:
        packages = json.loads(answer)["dependencies"]
    except ValueError:
        packages = []
    asked = [of for of in packages if "vulns" in of]
    weak = [f"{of['name']} {of['version']}: {weakness['id']}" for of in asked for weakness in of["vulns"]]
    if weak:
        return 1, "\n".join(["known weaknesses:", *weak])
    if not asked:
        how = f"`pip install {PIP_AUDIT}` if it is missing, else try again with a network"
        return 0, f"the audit for known weaknesses was skipped because no advisory could be read; {how}"
    left_out = ", ".join(of["name"] for of in packages if of not in asked)
    return 0, f"no weaknesses are known of {len(asked)} packages; not asked about: {left_out or 'none'}"


def main() -> int:
    """Print what is wrong; returns the exit status."""
    if subprocess.run([sys.executable, "-m", "pip", "check"], check=False).returncode:
        return 1
    command = [sys.executable, "-m", "pip_audit", "--format", "json", "--progress-spinner", "off", "--timeout", "10"]
    status, report = judged(subprocess.run(command, capture_output=True, text=True, check=False).stdout)
    print(report)
    return status


if __name__ == "__main__":
    sys.exit(main())
