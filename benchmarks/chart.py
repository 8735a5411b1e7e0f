"""The chart for the README: steps per second on a logarithmic axis, legible on light and on dark pages."""

from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure

TEXT = "#768089"  # as far from white as from black
OURS, THEIRS = "#2a9d8f", "#c98a3d"


def draw(results: dict[str, Any], target: Path) -> None:
    """Draw what `speed.py` measured. The same results give the same file."""
    contenders = results["contenders"][::-1]
    rates = [contender["steps_per_second"] for contender in contenders]
    with mpl.rc_context({"svg.hashsalt": "stolik", "font.size": 11, "text.color": TEXT}):
        figure = Figure(figsize=(8.6, 0.42 * len(contenders) + 1.0), layout="constrained")
        axes = figure.add_subplot()
        bars = axes.barh(
            [_label(contender, results["machine"]["cores"]) for contender in contenders],
            rates,
            height=0.68,
            color=[THEIRS if contender["peer"] else OURS for contender in contenders],
        )
        axes.bar_label(bars, labels=[_short(rate) for rate in rates], padding=5)
        axes.set_xscale("log")
        axes.set_xlim(10 ** (len(str(min(rates))) - 2), max(rates) * 4)
        axes.set_xlabel("steps (decisions and chance moves) per second on one core, logarithmic", color=TEXT)
        axes.xaxis.set_major_formatter(lambda rate, _: _short(rate))
        axes.tick_params(colors=TEXT, length=0)
        axes.minorticks_off()
        axes.grid(axis="x", color=TEXT, alpha=0.25, linewidth=0.8)
        axes.set_axisbelow(True)
        axes.spines[:].set_visible(False)
        target.parent.mkdir(parents=True, exist_ok=True)
        figure.savefig(target, transparent=True, metadata={"Date": None})


def _label(contender: dict[str, Any], cores: int) -> str:
    name = contender["name"].replace("all cores", f"{cores} cores")
    return f"{name} · {contender['plays']}" if contender["peer"] else name


def _short(rate: float) -> str:
    for unit, name in ((1e6, " million"), (1e3, " thousand")):
        if rate >= unit:
            return f"{rate / unit:.3g}{name}"
    return f"{rate:.3g}"
