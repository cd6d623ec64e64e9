"""The headers of an answer that say when to call again, and texts that are safe for logs."""

from __future__ import annotations

import re
import time
import unicodedata
from email.utils import parsedate_to_datetime
from typing import Mapping, Optional

from wasl_partner_kit.client.results import RateLimit

RETRY_AFTER_SECONDS_MAX = 24 * 60 * 60
"""Longer waits are cut to this (D14)."""

TEXT_LENGTH_MAX = 500

_SECONDS = re.compile(r"[0-9]{1,10}", re.ASCII)
_HTTP_DATE = re.compile(r"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? [\x20-\x7e]{10,40}")
_REMAINING = re.compile(r";[ \t]*r=([0-9]{1,9})(?![0-9.])")
_RESET = re.compile(r";[ \t]*t=([0-9]{1,9})(?![0-9.])")


def rate_limit_of(headers: "Mapping[str, str]") -> Optional[RateLimit]:
    """The header ``RateLimit`` of the IETF draft: ``"partner";r=59;t=60``. Of several policies the
    one with the fewest calls left; None without a valid one."""
    least = None
    for item in headers.get("ratelimit", "").split(","):
        remaining = _REMAINING.search(item)
        if remaining is None:
            continue
        reset = _RESET.search(item)
        limit = RateLimit(int(remaining[1]), int(reset[1]) if reset else 0)
        if least is None or limit.remaining < least.remaining:
            least = limit
    return least


def retry_after_seconds(headers: "Mapping[str, str]") -> Optional[float]:
    """The wait that ``Retry-After`` asks for, at most 24 h; None without a valid one. A date is
    compared with the answer's ``Date``, because the two clocks may differ."""
    value = headers.get("retry-after", "").strip()
    if _SECONDS.fullmatch(value) is not None:
        return float(min(int(value), RETRY_AFTER_SECONDS_MAX))
    until = _http_date(value)
    if until is None:
        return None
    since = _http_date(headers.get("date", "").strip())
    wait = until - (time.time() if since is None else since)
    return min(max(0.0, wait), RETRY_AFTER_SECONDS_MAX)


def _http_date(value: str) -> Optional[float]:
    if _HTTP_DATE.fullmatch(value) is None:
        return None
    try:
        # The oldest form (asctime) has no zone and means UTC.
        text = value if value.endswith("GMT") else f"{value} GMT"
        return parsedate_to_datetime(text).timestamp()
    except (TypeError, ValueError, IndexError, OverflowError):
        return None


def safe_text(text: str, api_key: str) -> str:
    """Text of an answer as one short line, without the key (a server may echo it)."""
    whole = text.encode("utf-8", "replace").decode("utf-8").replace(api_key, "[key]")
    unseen = ("Cc", "Cf", "Zl", "Zp")
    line = "".join(" " if unicodedata.category(c) in unseen else c for c in whole)
    line = re.sub(" {2,}", " ", line).strip()
    return line if len(line) <= TEXT_LENGTH_MAX else line[: TEXT_LENGTH_MAX - 1] + "…"
