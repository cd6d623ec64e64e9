"""What calls return and raise."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any, Generic, Optional, Sequence, TypeVar

from wasl_partner_kit.errors import WaslError
from wasl_partner_kit.wire.checks import Issue

Data = TypeVar("Data")


@dataclass(frozen=True)
class RateLimit:
    """The partner's remaining quota, from the header ``RateLimit`` (D5)."""

    remaining: int
    """Calls that are left now."""
    reset_seconds: int
    """The time until at least one more call is allowed."""


@dataclass(frozen=True)
class Answered(Generic[Data]):
    data: Data
    request_id: Optional[str]
    rate_limit: Optional[RateLimit]
    """None for an endpoint without a quota."""
    attempts: int


class CallFailed(WaslError):
    """A call without an answer, or with a refusal. The state at the platform is unknown after
    ``network`` and ``timeout``, which does not mean unpaid.

    ``code`` is a code of the platform, possibly newer than this version, or ``network``,
    ``timeout``, ``bad_response`` (a redirect, a proxy's error page, too many bytes, a wrong body).
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        status: Optional[int] = None,
        request_id: Optional[str] = None,
        details: "Sequence[Issue]" = (),
        retry_after_seconds: Optional[float] = None,
        attempts: int = 0,
    ) -> None:
        super().__init__(code, message)
        self.status = status
        """The HTTP status, or None without an answer."""
        self.request_id = request_id
        """The id in the platform's logs, for the operator's support."""
        self.details = tuple(details)
        """One problem for each wrong field, on ``VALIDATION400``."""
        self.retry_after_seconds = retry_after_seconds
        """The wait that the platform asks for (``Retry-After``), at most 24 h."""
        self.attempts = attempts
        """The number of requests sent; 0 when the arguments are invalid."""


@dataclass(frozen=True)
class PaymentDelivery:
    """The field ``payment`` of the status."""

    webhook_delivery: str
    """``none``, ``pending``, ``delivered`` or ``failed``."""
    paid_at: Optional[datetime]
    refunded_at: Optional[datetime]
    refunded_amount: Decimal


@dataclass(frozen=True)
class PaymentStatus:
    """Section 2.6. Amounts are exact dinars."""

    stage: str
    """``locked``, ``paid``, ``released``, ``refunded`` or ``not_found``."""
    locked: bool
    paid: bool
    lock_release_time: Optional[datetime]
    payment_id: Optional[str]
    channel: Optional[str]
    currency: Optional[str]
    amount: Optional[Decimal]
    payment: Optional[PaymentDelivery]


@dataclass(frozen=True)
class QrConfig:
    """The configuration in force (D17)."""

    qr_code_token: str
    kind: Optional[str]
    """``PERMANENT``, ``TIME_LIMITED`` or ``SINGLE_USE``; None without a configuration."""
    mode: str
    """``SINGLE_AMOUNT``, ``MULTI_AMOUNT`` or ``OPEN_AMOUNT``."""
    currency: str
    amounts: "tuple[Decimal, ...]"
    expires_at: Optional[datetime]
    single_use: bool
    updated_at: datetime


@dataclass(frozen=True)
class ListedPayment:
    """An item of the list of payments (D31)."""

    reference: str
    payment_id: str
    channel: str
    stage: str
    amount: Decimal
    refunded_amount: Decimal
    currency: str
    business_date: str
    opened_at: datetime
    paid_at: Optional[datetime]
    refunded_at: Optional[datetime]
    webhook_delivery: str
    statement_id: Optional[str]


@dataclass(frozen=True)
class PaymentPage:
    items: "tuple[ListedPayment, ...]"
    next_cursor: Optional[str]
    """Pass it as ``cursor`` to read on; None on the last page."""
    complete_through: Optional[str]
    """The last sealed business date: no payment enters it or an earlier date any more."""


@dataclass(frozen=True)
class ListedStatement:
    """A closed statement (D32). Sums are exact dinars; the net may be negative."""

    statement_id: str
    number: str
    first_date: str
    last_date: str
    status: str
    net: Decimal
    currency: str
    closed_at: datetime
    paid_at: Optional[datetime]
    sums: "dict[str, Any]"
    """``gross``, ``refunds``, ``fees``, ``vat``, ``adjustments``, ``carriedForward``, ``net``."""


@dataclass(frozen=True)
class StatementPage:
    items: "tuple[ListedStatement, ...]"
    next_cursor: Optional[str]
