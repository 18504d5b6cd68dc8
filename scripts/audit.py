"""`make audit`: check the installed packages for conflicts and known weaknesses.

The check for conflicts needs no network. The other reads PyPI's advisories with pip-audit. The exit status is 1 after
conflicts or weaknesses, and 3 if no package was audited: pip-audit is not installed, or PyPI does not answer.
"""

from __future__ import annotations

import json
import subprocess
import sys

PIP_AUDIT = "pip-audit==2.10.1"
NOT_AUDITED = 3
"""Exit status if no package was audited; `make` itself ends with 2 then, and prints this one."""


def judged(answer: str) -> tuple[int, str]:
    """Exit status and report for the output of pip-audit."""
    try:
        packages = json.loads(answer)["dependencies"]
    except ValueError:
        packages = []
    audited = [package for package in packages if "vulns" in package]
    weak = [f"{each['name']} {each['version']}: {found['id']}" for each in audited for found in each["vulns"]]
    if weak:
        return 1, "\n".join(["known weaknesses:", *weak])
    if not audited:
        how = f"`pip install {PIP_AUDIT}` if it is missing, else try again with a network"
        return NOT_AUDITED, f"not audited: no advisory could be read; {how}"
    left_out = ", ".join(package["name"] for package in packages if package not in audited)
    return 0, f"{len(audited)} packages have no known weaknesses; not audited: {left_out or 'none'}"


def main() -> int:
    """Print the report; returns the exit status."""
    if subprocess.run([sys.executable, "-m", "pip", "check"], check=False).returncode:
        return 1
    command = [sys.executable, "-m", "pip_audit", "--format", "json", "--progress-spinner", "off", "--timeout", "10"]
    status, report = judged(subprocess.run(command, capture_output=True, text=True, check=False).stdout)
    print(report)
    return status


if __name__ == "__main__":
    sys.exit(main())
