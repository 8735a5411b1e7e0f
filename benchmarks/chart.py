"""The chart for the README: steps per second on a logarithmic axis, legible on light and on dark pages."""

from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure

from machine import short

TEXT = "#78818b"  # as far from white as from black
OURS, THEIRS = "#2a9d8f", "#c98a3d"
FAINT = 0.55  # for what runs on more than one core


def draw(results: dict[str, Any], target: Path) -> None:
    """Draw what `speed.py` measured. The same results give the same file."""
    contenders = sorted(results["contenders"], key=lambda contender: int(contender["steps_per_second"]))
    rates = [contender["steps_per_second"] for contender in contenders]
    with mpl.rc_context({"svg.hashsalt": "stolik", "font.size": 12, "text.color": TEXT}):
        figure = Figure(figsize=(8.6, 0.38 * len(contenders) + 0.9), layout="constrained")
        axes = figure.add_subplot()
        bars = axes.barh(
            [_label(contender, results["machine"]["cores"]) for contender in contenders],
            rates,
            height=0.66,
            color=[_colour(contender) for contender in contenders],
        )
        axes.bar_label(bars, labels=[short(rate) for rate in rates], padding=6, fontweight="bold")
        axes.set_xscale("log")
        axes.set_xlim(10 ** (len(str(min(rates))) - 2), max(rates) * 5)
        axes.set_xlabel("steps a second on one core, logarithmic", color=TEXT)
        axes.xaxis.set_major_formatter(lambda rate, _: short(rate))
        axes.tick_params(colors=TEXT, length=0)
        axes.minorticks_off()
        axes.spines[:].set_visible(False)
        target.parent.mkdir(parents=True, exist_ok=True)
        figure.savefig(target, transparent=True, metadata={"Date": None})


def _label(contender: dict[str, Any], cores: int) -> str:
    name = contender["name"].replace("all cores", f"{cores} cores")
    return f"{name}: {contender['plays']}" if contender["peer"] else name


def _colour(contender: dict[str, Any]) -> tuple[str, float]:
    return THEIRS if contender["peer"] else OURS, FAINT if contender["all_cores"] else 1
