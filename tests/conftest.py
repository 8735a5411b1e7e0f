import os

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("home", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", parent=settings.get_profile("home"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "home")


def pytest_xdist_auto_num_workers() -> int:
    """More workers than cores: most tests of servers and pages wait for something most of the time."""
    return 2 * (os.cpu_count() or 1)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tests that were skipped for want of a browser say so where it is read."""
    skipped = [one for one in terminalreporter.stats.get("skipped", []) if one.nodeid.startswith("tests/browser/")]
    if skipped:
        reason = skipped[0].longrepr[2].removeprefix("Skipped: ")
        terminalreporter.section("THE PAGES WERE NOT TESTED IN A BROWSER", sep="!", red=True, bold=True)
        terminalreporter.line(f"{len(skipped)} browser tests were skipped: {reason}")
