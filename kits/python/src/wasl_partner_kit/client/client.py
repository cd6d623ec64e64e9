"""A client for the platform's partner APIs."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from decimal import Decimal
from typing import Any, Callable, Optional, Sequence, Union
from urllib.parse import urlencode

from wasl_partner_kit.client import reading
from wasl_partner_kit.client.attempt import Request
from wasl_partner_kit.client.call import Call, call_platform, not_sent
from wasl_partner_kit.client.results import (
    Answered,
    PaymentPage,
    PaymentStatus,
    QrConfig,
    StatementPage,
)
from wasl_partner_kit.client.settings import client_settings
from wasl_partner_kit.log import to_logging
from wasl_partner_kit.lookups import InvalidAnswer, exact_dinars
from wasl_partner_kit.wire import bodies, lists
from wasl_partner_kit.wire import checks as c
from wasl_partner_kit.wire.checks import Issue, issues_of
from wasl_partner_kit.wire.json_text import write_json
from wasl_partner_kit.wire.text import encode_reference
from wasl_partner_kit.wire.times import time_text

PAGE_BYTES_MAX = 1024 * 1024
"""A page has up to 500 payments of at most 1 KiB."""


class Client:
    """Reads statuses and lists, and puts amounts on static QR codes. Every call returns
    ``Answered``, with its ``data``, or raises CallFailed. It may be used by several threads.

        client = Client(base_url="https://pay.example", api_key=os.environ.get("WASL_API_KEY"))
        print(client.status("INV-2026-0001").data.stage)

    - A request takes at most ``attempt_timeout_seconds``, a call with all retries
      ``timeout_seconds``.
    - Two retries, after a network error, a timeout, 429, 502, 503 or 504, never before
      ``Retry-After``.
    - The key is sent only over https (or to this machine), never to a redirect's target, and is in
      no log.

    Raises WrongOption, with a sentence that names the option, without the key.
    """

    def __init__(
        self,
        *,
        base_url: Optional[str],
        api_key: Optional[str],
        allow_http: bool = False,
        qr_base_url: Optional[str] = None,
        timeout_seconds: float = 30.0,
        attempt_timeout_seconds: float = 10.0,
        retries: int = 2,
        body_bytes_max: int = 256 * 1024,
        language: str = "en",
        log: Callable[[Any], object] = to_logging,
    ) -> None:
        self._settings = client_settings(
            base_url=base_url,
            api_key=api_key,
            allow_http=allow_http,
            qr_base_url=qr_base_url,
            timeout_seconds=timeout_seconds,
            attempt_timeout_seconds=attempt_timeout_seconds,
            retries=retries,
            body_bytes_max=body_bytes_max,
            language=language,
            log=log,
        )

    def status(self, reference: str, *, retries: Optional[int] = None) -> "Answered[PaymentStatus]":
        """The status of a reference (section 4.3). The quota is 60 calls a minute (D5)."""
        issues: "list[Issue]" = []
        c.reference(reference, "reference", issues)
        if issues:
            raise not_sent(issues)
        path = f"/partner/payments/v1/{encode_reference(reference)}/status"
        request = Request("GET", self._settings.base_url + path, None)
        call = Call("status", reference, request, bodies.payment_status, reading.status_of)
        return call_platform(self._settings, call, retries)

    def list_payments(
        self,
        *,
        first_date: Optional[str] = None,
        last_date: Optional[str] = None,
        stage: Optional[str] = None,
        cursor: Optional[str] = None,
        limit: Optional[int] = None,
        retries: Optional[int] = None,
    ) -> "Answered[PaymentPage]":
        """One page of your payments by business date (D31), the oldest first. Read on with
        ``cursor=page.data.next_cursor`` until it is None. The quota is 60 calls a minute, apart
        from that of the status."""
        checks = {
            "from": c.optional(c.business_date),
            "to": c.optional(c.business_date),
            "stage": c.optional(c.one_of(*bodies.PAYMENT_STAGES)),
            "cursor": c.optional(lists.cursor),
            "limit": c.optional(_limit(lists.PAYMENTS_LIMIT_MAX)),
        }
        query = {
            "from": first_date,
            "to": last_date,
            "stage": stage,
            "cursor": cursor,
            "limit": limit,
        }
        reader = (lists.payment_list, reading.payment_page_of)
        return self._list("list_payments", "/partner/payments/v1", query, checks, reader, retries)

    def list_statements(
        self,
        *,
        cursor: Optional[str] = None,
        limit: Optional[int] = None,
        retries: Optional[int] = None,
    ) -> "Answered[StatementPage]":
        """One page of your closed statements (D32), the newest first."""
        checks = {
            "cursor": c.optional(lists.cursor),
            "limit": c.optional(_limit(lists.STATEMENTS_LIMIT_MAX)),
        }
        query = {"cursor": cursor, "limit": limit}
        reader = (lists.statement_list, reading.statement_page_of)
        path = "/partner/statements/v1"
        return self._list("list_statements", path, query, checks, reader, retries)

    def set_qr_config(
        self,
        qr_code_token: str,
        amounts: "Sequence[Union[str, Decimal]]",
        *,
        expires_at: Optional[datetime] = None,
        single_use: bool = False,
        retries: Optional[int] = None,
    ) -> "Answered[QrConfig]":
        """Replaces the amounts of a static QR code (section 4.4): 1 to 20 different amounts in
        exact dinars.

        After ``network`` or ``timeout`` the change may have happened or not. Setting the same
        amounts again is safe, except for a single use, which may already be paid: it is retried
        only if the platform cannot have received it.
        """
        body = {
            "qrCodeToken": qr_code_token,
            "amounts": _amounts(amounts),
            **({} if expires_at is None else {"expiresAt": time_text(expires_at)}),
            **({"singleUse": True} if single_use else {}),
        }
        issues = issues_of(_SET, body)
        if not issues and len(set(body["amounts"])) != len(body["amounts"]):
            issues = [Issue("amounts", "expected distinct amounts")]
        if expires_at is not None and single_use:
            message = (
                "expected no expires_at with single_use, because the lifetimes exclude each other"
            )
            issues.append(Issue("expiresAt", message))
        return self._qr("set_qr_config", "/set-qr-config", body, issues, not single_use, retries)

    def unset_qr_config(
        self, qr_code_token: str, *, retries: Optional[int] = None
    ) -> "Answered[QrConfig]":
        """Removes the amounts of a static QR code (section 4.5). Succeeds if the code has no
        amounts."""
        body = {"qrCodeToken": qr_code_token}
        issues = issues_of(c.object_of({"qrCodeToken": bodies.qr_code_token}), body)
        return self._qr("unset_qr_config", "/un-set-qr-config", body, issues, True, retries)

    def _qr(
        self,
        name: str,
        path: str,
        body: "dict[str, Any]",
        issues: "list[Issue]",
        repeatable: bool,
        retries: Optional[int],
    ) -> "Answered[QrConfig]":
        if issues:
            raise not_sent(issues)
        request = Request("POST", self._settings.qr_base_url + path, write_json(body))
        subject = body["qrCodeToken"]
        call = Call(
            name, subject, request, bodies.qr_config, reading.qr_config_of, repeatable=repeatable
        )
        return call_platform(self._settings, call, retries)

    def _list(
        self,
        name: str,
        path: str,
        query: "dict[str, Any]",
        checks: "dict[str, Any]",
        reader: "tuple[Any, Any]",
        retries: Optional[int],
    ) -> "Answered[Any]":
        given = {key: value for key, value in query.items() if value is not None}
        issues = issues_of(c.object_of(checks), given)
        if issues:
            raise not_sent(issues)
        text = urlencode(given)
        url = self._settings.base_url + path + (f"?{text}" if text else "")
        largest = max(self._settings.body_bytes_max, PAGE_BYTES_MAX)
        settings = replace(self._settings, body_bytes_max=largest)
        call = Call(name, text, Request("GET", url, None), *reader)
        return call_platform(settings, call, retries)


_SET = c.object_of(
    {
        "qrCodeToken": bodies.qr_code_token,
        "amounts": c.array_of(c.amount, items_min=1, items_max=bodies.QR_AMOUNTS_MAX),
    }
)


def _amounts(amounts: "Sequence[Union[str, Decimal]]") -> "list[Decimal]":
    if isinstance(amounts, (str, bytes)) or not isinstance(amounts, (list, tuple)):
        raise not_sent([Issue("amounts", "expected a list of exact dinars")])
    try:
        return [exact_dinars(f"amounts.{index}", value) for index, value in enumerate(amounts)]
    except InvalidAnswer as problem:
        path, _, message = str(problem).partition(": ")
        raise not_sent([Issue(path, message)]) from None


def _limit(most: int) -> c.Check:
    def check(value: object, path: str, issues: "list[Issue]") -> None:
        is_whole = isinstance(value, int) and not isinstance(value, bool)
        if not is_whole or not 1 <= value <= most:  # type: ignore[operator]
            issues.append(Issue(path, f"expected an integer from 1 to {most}"))

    return check
