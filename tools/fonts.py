"""Cuts the letters that every page needs out of the fonts, so that a first visit loads no others (web/src/fonts).

The licence of Ranchers keeps its name for the whole font, so what is cut has names of its own.

Those who are called Jiří or Åsa get the rest of the letters from the whole fonts, when they sit down (see fonts.css).
Only needed when a font or the list below changes: pip install fonttools brotli, then python tools/fonts.py
"""

from pathlib import Path

from fontTools.subset import Options, Subsetter, load_font, save_font

WEB = Path(__file__).parent.parent / "web"
PACKAGES = WEB / "node_modules"
FIRST = [*range(0x20, 0x7F), *map(ord, "\u00a0«°·»×Óó–—‘’‚“”„•…−")]
POLISH = [*map(ord, "ĄąĆćĘęŁłŃńŚśŹźŻż")]
NAMES = (1, 3, 4, 6, 16, 25)
"""Of family, font and PostScript."""
CUTS = {
    "display-first": ("@fontsource/ranchers/files/ranchers-latin-400-normal.woff2", FIRST),
    "display-polish": ("@fontsource/ranchers/files/ranchers-latin-ext-400-normal.woff2", POLISH),
    "text-first": (
        "@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2",
        FIRST,
    ),
    "text-polish": (
        "@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-ext-wght-normal.woff2",
        POLISH,
    ),
}


def cut(name: str, source: str, letters: list[int]) -> int:
    options = Options(flavor="woff2", name_IDs=["*"], layout_features=["kern", "mark", "ccmp", "locl"], hinting=False)
    font = load_font(str(PACKAGES / source), options)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=letters)
    subsetter.subset(font)
    for record in font["name"].names:
        if record.nameID in NAMES:
            record.string = f"Stolik {name.partition('-')[0].title()}"
    target = WEB / "src" / "fonts" / f"{name}.woff2"
    target.parent.mkdir(exist_ok=True)
    save_font(font, str(target), options)
    return target.stat().st_size


if __name__ == "__main__":
    for each, (path, wanted) in CUTS.items():
        print(f"{each}: {cut(each, path, wanted)} bytes")
