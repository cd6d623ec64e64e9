"""The progress of a run, which a store keeps so that the next run can continue."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Optional, Protocol, Union

from wasl_partner_kit.errors import WaslError
from wasl_partner_kit.reconciling.difference import ReferenceToCheck, item_problem

DEFERRED_MAX = 100
"""When so many references wait for an answer, the run reads no new one until one is resolved."""

CALLS_MAX = 60
"""The calls of one minute."""


@dataclass
class Bookmark:
    last: Optional[str] = None
    """The last reference read from the list. All up to it are checked or in ``deferred``."""
    checked: int = 0
    findings: int = 0
    deferred: "list[tuple[ReferenceToCheck, int]]" = field(default_factory=list)
    """References without an answer, to be retried, and how often they were asked for."""
    called_at: "list[float]" = field(default_factory=list)
    """When the calls of the last minute ended, in seconds since 1970. They count for the quota."""


class ProgressStore(Protocol):
    """Keeps a bookmark as JSON text. Use one store for one list, and in one process at a time."""

    def load(self) -> Optional[str]:
        """The last saved text, or None."""
        ...

    def save(self, bookmark: str) -> None:
        """Saves atomically: a partly written bookmark must never be loaded."""
        ...

    def clear(self) -> None:
        """Called at the end of a run. The next run starts over."""
        ...


class MemoryProgress:
    """A stopped run can continue until the process ends."""

    def __init__(self) -> None:
        self._saved: Optional[str] = None

    def load(self) -> Optional[str]:
        return self._saved

    def save(self, bookmark: str) -> None:
        self._saved = bookmark

    def clear(self) -> None:
        self._saved = None


class FileProgress:
    """Keeps the progress in a file, which only this user can read. It is always complete, even if
    the process is killed: a new version is written to a second file and renamed."""

    def __init__(self, path: "Union[str, os.PathLike[str]]") -> None:
        self._path = Path(path)
        self._new = self._path.with_name(f"{self._path.name}.new")

    def load(self) -> Optional[str]:
        try:
            return self._path.read_text("utf-8")
        except FileNotFoundError:
            return None

    def save(self, bookmark: str) -> None:
        descriptor = os.open(self._new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(bookmark)
            file.flush()
            # Otherwise a power cut could leave an empty file under the new name.
            os.fsync(file.fileno())
        os.replace(self._new, self._path)

    def clear(self) -> None:
        for path in (self._path, self._new):
            try:
                path.unlink()
            except FileNotFoundError:
                pass


def write_bookmark(bookmark: Bookmark) -> str:
    deferred = [
        {
            "reference": here.reference,
            "state": here.state,
            "amount": None if here.amount is None else str(here.amount),
            "tries": tries,
        }
        for here, tries in bookmark.deferred
    ]
    content = {
        "version": 1,
        "last": bookmark.last,
        "checked": bookmark.checked,
        "findings": bookmark.findings,
        "deferred": deferred,
        "calledAt": bookmark.called_at,
    }
    return json.dumps(content, ensure_ascii=True) + "\n"


def read_bookmark(text: Optional[str]) -> Optional[Bookmark]:
    """An edited file must not make the run skip references. Raises WaslError when it is invalid."""
    if text is None:
        return None
    try:
        return _bookmark(json.loads(text))
    except (ValueError, TypeError, KeyError, AttributeError):
        raise WaslError(
            "unreadable_progress",
            "reconcile: store.load() returned progress that this version cannot read. Clear the "
            "store "
            "to start over.",
        ) from None


def _bookmark(content: Any) -> Bookmark:
    last, checked, findings = content["last"], content["checked"], content["findings"]
    called_at = [float(moment) for moment in content["calledAt"]]
    is_usable = content["version"] == 1 and (last is None or isinstance(last, str))
    counts = (checked, findings)
    is_usable = is_usable and all(type(count) is int and count >= 0 for count in counts)
    if not is_usable or len(content["deferred"]) > DEFERRED_MAX or len(called_at) > CALLS_MAX:
        raise ValueError("not a bookmark")
    deferred = []
    for item in content["deferred"]:
        here = ReferenceToCheck(item["reference"], item["state"], item["amount"])
        tries = item["tries"]
        if item_problem(here) is not None or type(tries) is not int or tries < 0:
            raise ValueError("not a reference")
        deferred.append((here, tries))
    return Bookmark(last, checked, findings, deferred, called_at)
