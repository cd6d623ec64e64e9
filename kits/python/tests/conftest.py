"""The databases as fixtures. One that is missing is left out with the reason."""

from __future__ import annotations

from typing import Any, Iterator

import pytest
from databases import (
    KINDS,
    PARCELS,
    MariadbServer,
    new_postgres_place,
    open_database,
    run,
    why_missing,
)


@pytest.fixture(scope="session")
def mariadb_server() -> "Iterator[MariadbServer]":
    server = MariadbServer()
    yield server
    server.close()


@pytest.fixture(params=sorted(KINDS))
def place(request: Any, tmp_path: Any) -> "Iterator[tuple[str, str]]":
    """The kind of a database and where it is, with both tables in it."""
    kind = request.param
    reason = why_missing(kind)
    if reason:
        pytest.skip(reason)
    drop = None
    if kind == "sqlite":
        found = str(tmp_path / "shop.db")
    elif kind == "mariadb":
        found = request.getfixturevalue("mariadb_server").new_place()
    else:
        found, drop = new_postgres_place()
    database = open_database(kind, found)
    run(database, PARCELS)
    database.store().create_table()
    yield kind, found
    if drop is not None:
        drop()
