"""Puts the pages for browsers into what is published: wheels, and the source distributions they are made from."""

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PagesHook(BuildHookInterface[Any]):
    def dependencies(self) -> list[str]:
        if not self._must_build():
            return []
        tool = self._tool()
        try:
            tool.find_node()
        except tool.NoNode:
            return [tool.WHEEL]
        return []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """An editable install serves what `make play` has built in the working copy."""
        if version == "editable":
            return
        if self._must_build():
            self._tool().build()
        if not self._is_built():
            raise RuntimeError("There are no pages in src/stolik/server/pages, and no web/ to build them from.")

    def _must_build(self) -> bool:
        """A source distribution brings its pages along, so that whoever installs it needs no Node.js."""
        is_source_distribution = (Path(self.root) / "PKG-INFO").is_file()
        has_sources = (Path(self.root) / "web").is_dir()
        return has_sources and not (is_source_distribution and self._is_built())

    def _is_built(self) -> bool:
        return (Path(self.root) / "src/stolik/server/pages/index.html").is_file()

    def _tool(self) -> ModuleType:
        found = importlib.util.spec_from_file_location("pages", Path(self.root) / "tools" / "pages.py")
        assert found is not None
        assert found.loader is not None
        tool = importlib.util.module_from_spec(found)
        found.loader.exec_module(tool)
        return tool
