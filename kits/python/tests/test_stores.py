"""What every SQL store must do, on each real database."""

from __future__ import annotations

import http.client
import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from databases import count, open_database, run, send_parcel
from support import API_SECRET, HMAC_SECRET, TestPartner, body_of, success

import wasl_partner_kit
from wasl_partner_kit import SqliteStore, SqlStore, StoreFailed, WrongOption, sign

HERE = Path(__file__).parent


def shop(place: "tuple[str, str]", failures: "list[int]") -> TestPartner:
    """One process of the partner: it shares the database with the others and nothing else."""
    database = open_database(*place)

    def on_success(event: Any, context: Any) -> None:
        send_parcel(database, context.transaction, event.reference)
        time.sleep(0.02)
        failures[0] -= 1
        if failures[0] >= 0:
            raise RuntimeError("the printer is out of paper")

    return TestPartner(store=database.store(), on_success=on_success)


def deliver_all(shops: "list[TestPartner]", copies: int) -> "list[int]":
    statuses: "list[int]" = []

    def deliver(one: TestPartner) -> None:
        statuses.append(one.deliver(success())[0])

    threads = [threading.Thread(target=deliver, args=(s,)) for s in shops for _ in range(copies)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return statuses


def test_sixteen_copies_over_two_processes_send_one_parcel(place: Any) -> None:
    statuses = deliver_all([shop(place, [0]), shop(place, [0])], 8)
    assert statuses == [200] * 16
    database = open_database(*place)
    assert count(database, "parcels") == 1
    assert count(database, "wasl_handled_events") == 1


def test_a_handler_that_fails_leaves_nothing_and_a_waiting_copy_runs(place: Any) -> None:
    failures = [1]
    statuses = deliver_all([shop(place, failures), shop(place, failures)], 1)
    assert sorted(statuses) == [200, 500]
    assert count(open_database(*place), "parcels") == 1


def test_an_event_that_always_fails_is_never_recorded(place: Any) -> None:
    one = shop(place, [10])
    assert [one.deliver(success())[0] for _ in range(10)] == [500] * 10
    database = open_database(*place)
    assert count(database, "parcels") == 0
    assert count(database, "wasl_handled_events") == 0
    assert one.deliver(success())[0] == 200


def test_other_payments_are_other_events_whatever_their_ids_look_like(place: Any) -> None:
    one = shop(place, [0])
    ids = ["a", "A", "a ", "é", "e\u0301", "\0", "\ud800", "\ud801", "'", "\\", "%s"]
    ids += ["x" * 300 + "1", "x" * 300 + "2"]
    for payment_id in ids:
        event = success(paymentId=payment_id)
        body = body_of(event) if payment_id[0] < "\ud800" else _escaped(event)
        assert one.deliver(body)[0] == 200
    assert count(open_database(*place), "parcels") == len(ids)


def _escaped(event: Any) -> bytes:
    import json

    return json.dumps(event).encode("ascii")


def test_a_handler_that_commits_by_itself_and_then_fails_is_run_again(place: Any) -> None:
    store = open_database(*place).store()
    runs = []

    def handler(connection: Any) -> None:
        runs.append(1)
        if len(runs) < 3:
            connection.commit()
            raise RuntimeError("the printer is out of paper")

    for _ in range(2):
        with pytest.raises(RuntimeError):
            store.once("payment.success:1", handler)
    assert store.once("payment.success:1", handler) == "ran"
    assert store.once("payment.success:1", handler) == "duplicate"
    assert len(runs) == 3


def test_a_handler_that_rolls_back_is_not_acknowledged(place: Any) -> None:
    store = open_database(*place).store()
    with pytest.raises(StoreFailed) as failed:
        store.once("payment.success:1", lambda connection: connection.rollback())
    assert "no longer has the record" in failed.value.message


@pytest.mark.parametrize("kill_at", ["in the handler", "between handling and answering"])
def test_a_killed_process_loses_nothing_and_sends_one_parcel(place: Any, kill_at: str) -> None:
    with pytest.raises((http.client.HTTPException, OSError)):
        _deliver_to_process(place, kill_at)
    sent_before = count(open_database(*place), "parcels")
    assert sent_before == (1 if kill_at.startswith("between") else 0)
    assert _deliver_to_process(place, "never") == 200
    assert _deliver_to_process(place, "never") == 200
    database = open_database(*place)
    assert count(database, "parcels") == 1
    handled = "select count(*) from wasl_handled_events where handled_at is not null"
    assert run(database, handled) == 1


def _deliver_to_process(place: "tuple[str, str]", kill_at: str) -> int:
    command = [sys.executable, str(HERE / "killed_shop.py"), *place, kill_at]
    # The kit that these tests use, in its folder or installed.
    environment = {**os.environ, "PYTHONPATH": str(Path(wasl_partner_kit.__file__).parents[1])}
    options = {"stdout": subprocess.PIPE, "cwd": HERE, "env": environment}
    with subprocess.Popen(command, **options) as process:
        try:
            assert process.stdout is not None
            port = int(process.stdout.readline())
            body, now = body_of(success()), str(int(time.time()))
            headers = {
                "authorization": f"Bearer {API_SECRET}",
                "x-timestamp": now,
                "x-signature": sign(body, now, HMAC_SECRET),
            }
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
            connection.request("POST", "/webhooks/platform", body, headers)
            return connection.getresponse().status
        finally:
            process.kill()


def test_a_store_in_memory_of_sqlite_is_refused() -> None:
    with pytest.raises(WrongOption):
        SqliteStore(":memory:")


def test_a_transaction_that_swallows_errors_is_found() -> None:
    from contextlib import contextmanager

    @contextmanager
    def swallowing() -> Any:
        try:
            yield None
        except RuntimeError:
            pass

    def fail(_connection: Any) -> None:
        raise RuntimeError("not saved")

    store = SqlStore(dialect="sqlite", transaction=swallowing, execute=lambda *_: 1)
    with pytest.raises(StoreFailed):
        store.once("payment.success:1", fail)


def test_a_table_with_an_odd_name_is_refused() -> None:
    with pytest.raises(WrongOption):
        SqliteStore("shop.db", table="handled; drop table orders")
