"""Records handled events in the database of a Django project."""

from __future__ import annotations

from contextlib import contextmanager
from typing import Any, Iterator

from wasl_partner_kit.stores.sql import SqlStore
from wasl_partner_kit.stores.statements import TABLE_DEFAULT, statements_of


class DjangoStore(SqlStore):
    """Handlers run in ``transaction.atomic``: what they write with the ORM is saved with the
    event's record, or not at all. They receive Django's connection as ``context.transaction``.

    ``python manage.py migrate`` does not know the table: create it once with ``create_table()``, or
    with ``migrations.RunSQL(handled_events_table("postgresql"))``.
    """

    def __init__(self, using: str = "default", *, table: str = TABLE_DEFAULT) -> None:
        from django.db import connections, transaction

        @contextmanager
        def atomic() -> Iterator[Any]:
            with transaction.atomic(using=using):
                yield connections[using]

        def execute(connection: Any, statement: str, values: "tuple[str, ...]") -> int:
            with connection.cursor() as cursor:
                # Without values Django does not read percent signs.
                cursor.execute(statement, values or None)
                return max(0, int(cursor.rowcount))

        vendor = connections[using].vendor
        super().__init__(
            dialect=vendor,
            transaction=atomic,
            execute=execute,
            table=table,
            # Django turns %s into what each driver wants, and %% into one percent sign.
            parameter="%s",
        )
        if vendor == "sqlite":
            self._statements = _with_escaped_percents(table)


def _with_escaped_percents(table: str) -> Any:
    from dataclasses import replace

    plain = statements_of("sqlite", table)
    now = "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')"
    marked = plain.mark_handled.replace(now, now.replace("%", "%%"))
    return replace(plain, mark_handled=marked)
