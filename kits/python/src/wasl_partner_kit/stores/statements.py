"""The SQL for handled events in three dialects. The table is the same as that of the other kits."""

from __future__ import annotations

import re
from dataclasses import dataclass

from wasl_partner_kit.errors import WrongOption

DIALECTS = ("postgresql", "mysql", "sqlite")
"""``mysql`` is also for MariaDB."""

TABLE_DEFAULT = "wasl_handled_events"

# A plain name, optionally with a schema: it is inserted into the SQL unquoted.
_NAME = r"[A-Za-z_][A-Za-z0-9_]{0,62}"
_TABLE = re.compile(rf"{_NAME}(?:\.{_NAME})?", re.ASCII)


@dataclass(frozen=True)
class Statements:
    create_table: str
    add: str
    """Changes one row for a new key. Waits for a concurrent transaction that adds the same key."""
    remove_unhandled: str
    """Changes one row when the key exists but its handler did not finish."""
    mark_handled: str
    """Changes one row when the transaction still has the added row."""


def statements_of(dialect: str, table: str = TABLE_DEFAULT, parameter: str = "%s") -> Statements:
    """Raises WrongOption when the dialect or the table's name is invalid."""
    if not isinstance(table, str) or _TABLE.fullmatch(table) is None:
        expected = f"a plain name such as {TABLE_DEFAULT}"
        raise WrongOption("handled_events_table", f"table: expected {expected}, received {table!r}")
    if dialect not in DIALECTS:
        expected = f"one of {', '.join(DIALECTS)}"
        raise WrongOption(
            "handled_events_table", f"dialect: expected {expected}, received {dialect!r}"
        )
    columns, on_copy, now = _PARTS[dialect]
    key = f"event_key = {parameter}"
    return Statements(
        create_table=f"create table if not exists {table} {columns}",
        add=f"insert into {table} (event_key) values ({parameter}) {on_copy}",
        remove_unhandled=f"delete from {table} where {key} and handled_at is null",
        mark_handled=f"update {table} set handled_at = {now} where {key}",
    )


_PARTS = {
    "postgresql": (
        "(event_key text primary key, handled_at timestamptz)",
        "on conflict (event_key) do nothing",
        "clock_timestamp()",
    ),
    # varbinary, because MySQL compares texts case-insensitively. InnoDB has transactions, MyISAM
    # not. An existing key reports two changed rows; "insert ignore" would take a shared lock that
    # deadlocks with other copies.
    "mysql": (
        "(event_key varbinary(255) primary key, handled_at datetime(3), "
        "copies integer not null default 0) engine = innodb",
        "on duplicate key update copies = copies + 1",
        "utc_timestamp(3)",
    ),
    "sqlite": (
        "(event_key text primary key not null, handled_at text)",
        "on conflict (event_key) do nothing",
        "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')",
    ),
}


def handled_events_table(dialect: str, table: str = TABLE_DEFAULT) -> str:
    """The statement that creates the table of handled events, for your migrations."""
    return statements_of(dialect, table).create_table
