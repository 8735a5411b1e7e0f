from pathlib import Path

import pytest

from store.samples import Place
from support.databases import fresh_database


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    return Place(str(tmp_path / "stolik.db") if request.param == "sqlite" else fresh_database())


@pytest.fixture
def url() -> str:
    """An empty PostgreSQL database."""
    return fresh_database()
