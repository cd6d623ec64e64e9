"""Records handled events in your own database, in one transaction with the handler's writes."""

from __future__ import annotations

import hashlib
import re
from contextlib import AbstractContextManager
from typing import Any, Callable

from wasl_partner_kit.errors import StoreFailed, WrongOption
from wasl_partner_kit.stores.statements import TABLE_DEFAULT, statements_of
from wasl_partner_kit.stores.store import Turns

# Wasl's keys are short ASCII. Other keys are hashed, so that length limits, NUL and collations
# cannot make two keys equal. UTF-16, as in the other kits: UTF-8 encodes no lone surrogate.
_PLAIN_KEY = re.compile(r"[\x21-\x7e]{1,200}")

_LOST = (
    "SqlStore: the transaction no longer has the record of the event, so it ended while the "
    "handler "
    "ran. A handler must not commit, and must not continue after a database error."
)
_SWALLOWED = (
    "SqlStore: transaction ended without an error although its work raised. It must raise when "
    "its work "
    "raises."
)


class SqlStore:
    """If anything fails, neither the record nor the handler's writes are saved, and the platform
    sends the event again. A concurrent copy waits for the first one, also across processes. The
    rows are never deleted.

    ``SqliteStore``, ``PostgresStore``, ``MysqlStore`` and ``DjangoStore`` do this for their
    libraries. Use ``SqlStore`` for others with transactions, such as SQLAlchemy:

    SqlStore( dialect="postgresql", transaction=engine.begin, execute=lambda connection, sql,
    values: connection.exec_driver_sql(sql, values).rowcount, )
    """

    def __init__(
        self,
        *,
        dialect: str,
        transaction: "Callable[[], AbstractContextManager[Any]]",
        execute: "Callable[[Any, str, tuple[str, ...]], int]",
        table: str = TABLE_DEFAULT,
        parameter: str = "%s",
    ) -> None:
        self._statements = statements_of(dialect, table, parameter)
        for name, value in (("transaction", transaction), ("execute", execute)):
            if not callable(value):
                received = type(value).__name__
                problem = f"{name}: expected a function, received {received}"
                raise WrongOption("SqlStore", problem)
        self._transaction = transaction
        self._execute = execute
        self._turns = Turns()

    def once(self, key: str, run: "Callable[[Any], None]") -> str:
        recorded = recorded_key(key)
        # Copies in one process wait here instead of in the insert, where each would hold a
        # connection.
        with self._turns.of(recorded):
            outcome = None
            with self._transaction() as within:
                if not self._is_new(within, recorded):
                    return "duplicate"
                run(within)
                if self._change(within, self._statements.mark_handled, recorded) != 1:
                    raise StoreFailed(_LOST)
                outcome = "ran"
            if outcome is None:
                raise StoreFailed(_SWALLOWED)
            return outcome

    def create_table(self) -> None:
        """Creates the table of handled events if it is missing. Otherwise put the statement of
        ``handled_events_table`` into your migrations."""
        with self._transaction() as within:
            self._execute(within, self._statements.create_table, ())

    def _is_new(self, within: Any, recorded: str) -> bool:
        """Replaces a record that is not marked as handled. It remains when a handler commits by
        itself (in MySQL, ``begin`` and ``create table`` commit) and then fails."""
        statements = self._statements
        return self._change(within, statements.add, recorded) == 1 or (
            self._change(within, statements.remove_unhandled, recorded) == 1
            and self._change(within, statements.add, recorded) == 1
        )

    def _change(self, within: Any, statement: str, recorded: str) -> int:
        rows = self._execute(within, statement, (recorded,))
        if isinstance(rows, int) and not isinstance(rows, bool) and rows >= 0:
            return rows
        raise StoreFailed(
            "SqlStore: execute: expected the number of rows that the statement changed, received "
            f"{rows!r}"
        )


def recorded_key(key: str) -> str:
    if _PLAIN_KEY.fullmatch(key) is not None:
        return key
    return "sha256:" + hashlib.sha256(key.encode("utf-16-le", "surrogatepass")).hexdigest()
