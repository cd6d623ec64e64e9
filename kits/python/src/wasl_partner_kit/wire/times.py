"""Times in bodies (D3): ISO 8601 in UTC with milliseconds."""

from __future__ import annotations

import re
from datetime import date, datetime, timezone
from typing import Optional

TIME_EXPECTED = "a time in UTC with milliseconds such as 2026-11-21T09:00:00.000Z"

_TIME = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}T(?:[01][0-9]|2[0-3]):[0-9]{2}:[0-9]{2}\.[0-9]{3}Z", re.ASCII
)
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)


def read_time(value: object) -> Optional[datetime]:
    """The moment; None for any other form, or a day that does not exist."""
    if not isinstance(value, str) or _TIME.fullmatch(value) is None:
        return None
    try:
        return datetime.fromisoformat(value[:-1] + "+00:00")
    except ValueError:
        return None


def time_text(moment: datetime) -> str:
    """A moment as the interface writes it. A time without a zone is refused with ValueError."""
    if moment.tzinfo is None:
        raise ValueError("expected a datetime with a time zone, such as datetime.now(timezone.utc)")
    text = moment.astimezone(timezone.utc).isoformat(timespec="milliseconds")
    return text.replace("+00:00", "Z")


def is_business_date(value: object) -> bool:
    if not isinstance(value, str) or _DATE.fullmatch(value) is None:
        return False
    try:
        date.fromisoformat(value)
    except ValueError:
        return False
    return True
