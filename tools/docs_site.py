"""What the docs site needs besides the pages in docs/; MkDocs calls the functions `on_…` while it builds (mkdocs.yml).

Some pages live elsewhere, where people look for them in a repository: CONTRIBUTING.md, the rules of each game. They
become pages of the site, and so does every source file that a page links to, so that no link leaves the site. And
nothing may be fetched from another host: a page that would do so is a warning, which `mkdocs build --strict` makes an
error.
"""

import logging
import posixpath
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page

log = logging.getLogger("mkdocs.hooks.docs_site")

ROOT = Path(__file__).parent.parent
PAGES = {
    "CONTRIBUTING.md": "contributors/contributing.md",
    "SECURITY.md": "contributors/security.md",
    "CODE_OF_CONDUCT.md": "contributors/code_of_conduct.md",
    "CHANGELOG.md": "contributors/changelog.md",
    "benchmarks/README.md": "researchers/benchmarks.md",
}
"""Files that are pages of the site though they are not in docs/."""
LANGUAGES = {".py": "python", ".ts": "typescript", ".svelte": "html", ".js": "javascript", ".toml": "toml"}
LINK = re.compile(r"(?<=\]\()(?P<target>[^)\s]+)(?=\))")
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def rules() -> dict[str, str]:
    """The rules of every game, as a file of the repository and as a page of the site."""
    found = sorted(ROOT.glob("src/stolik/games/*/RULES.md"))
    if not found:
        raise FileNotFoundError("no game has a RULES.md in src/stolik/games")
    return {
        path.relative_to(ROOT).as_posix(): f"players/rules/{path.parent.name.removesuffix('_')}.md" for path in found
    }


def place(path: str) -> str:
    """Where in the site a file of the repository is; a source file becomes a page that shows it."""
    if path.startswith("docs/"):
        return path.removeprefix("docs/")
    known = PAGES | rules()
    if path in known:
        return known[path]
    return f"source/{path}.md" if Path(path).suffix in LANGUAGES else f"source/{path}"


def origin(place_: str) -> str:
    """The file of the repository that a page of the site was made of."""
    known = {page: path for path, page in (PAGES | rules()).items()}
    return known.get(place_, f"docs/{place_}")


def linked_files(path: str, text: str) -> Iterator[str]:
    """Files of the repository to which the page at `path` links, its own links only: not those in code."""
    for match in LINK.finditer(FENCED.sub("", text)):
        target = match["target"].partition("#")[0]
        if target and ":" not in target:
            yield posixpath.normpath(posixpath.join(posixpath.dirname(path), target))


def for_the_site(path: str, text: str) -> str:
    """The text of a page with links to where things are in the site."""
    here = posixpath.dirname(place(path))

    def moved(match: re.Match[str]) -> str:
        target, hash_, anchor = match["target"].partition("#")
        if not target or ":" in target:
            return match["target"]
        goal = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
        return posixpath.relpath(place(goal), here or ".") + hash_ + anchor

    return LINK.sub(moved, text)


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    players = next(pages for item in config.nav or [] for name, pages in item.items() if name == "Players")
    players.append({"Rules": list(rules().values())})
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    for path, address in (PAGES | rules()).items():
        files.append(File.generated(config, address, content=(ROOT / path).read_text("utf-8")))
    files.append(File.generated(config, "images/icon.svg", abs_src_path=str(ROOT / "web/public/favicon.svg")))
    for page in files.documentation_pages():
        for linked in linked_files(origin(page.src_uri), page.content_string):
            if files.get_file_from_path(place(linked)) is None and (ROOT / linked).is_file():
                files.append(_source(config, linked))
    return files


def _source(config: MkDocsConfig, path: str) -> File:
    text = (ROOT / path).read_text("utf-8")
    language = LANGUAGES.get(Path(path).suffix)
    if language is not None:
        text = f"---\nsearch: {{exclude: true}}\n---\n# {path}\n\n````{language}\n{text}````\n"
    return File.generated(config, place(path), content=text, inclusion=InclusionLevel.NOT_IN_NAV)


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    path = origin(page.file.src_uri)
    return markdown if page.file.src_uri.startswith("source/") else for_the_site(path, markdown)


def on_post_build(config: MkDocsConfig) -> None:
    for asset in foreign_assets(Path(config.site_dir)):
        log.warning("a page would fetch something from another host: %s", asset)


FETCHED = {
    *(("audio", "src"), ("embed", "src"), ("iframe", "src"), ("img", "src"), ("img", "srcset"), ("input", "src")),
    *(("link", "href"), ("object", "data"), ("script", "src"), ("source", "src"), ("source", "srcset")),
    *(("track", "src"), ("use", "href"), ("image", "href"), ("video", "poster"), ("video", "src")),
}
"""Attributes that a browser follows by itself. Links that a reader may press (`a`) are not among them."""
ELSEWHERE = re.compile(r"(?:^|[\s,])(?:https?:)?//", re.IGNORECASE)
IN_STYLES = re.compile(r"""(?:url\(\s*["']?|@import\s+["'])((?:https?:)?//[^"')\s]+)""", re.IGNORECASE)


class _Assets(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.foreign: list[str] = []
        self._in_style = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._in_style = tag == "style"
        for name, value in attrs:
            if (tag, name.removeprefix("xlink:")) in FETCHED and value and ELSEWHERE.search(value):
                self.foreign.append(value)
            elif name == "style" and value:
                self.foreign += IN_STYLES.findall(value)

    def handle_endtag(self, tag: str) -> None:
        self._in_style = False

    def handle_data(self, data: str) -> None:
        if self._in_style:
            self.foreign += IN_STYLES.findall(data)


def foreign_assets(site: Path) -> list[str]:
    """What the pages and styles of a built site would fetch from other hosts: `page: address`."""
    found: list[str] = []
    for path in sorted(site.rglob("*")):
        if path.suffix in {".html", ".svg"}:
            page = _Assets()
            page.feed(path.read_text("utf-8"))
            found += [f"{path.relative_to(site).as_posix()}: {address}" for address in page.foreign]
        elif path.suffix == ".css":
            addresses = IN_STYLES.findall(path.read_text("utf-8"))
            found += [f"{path.relative_to(site).as_posix()}: {address}" for address in addresses]
    return found
