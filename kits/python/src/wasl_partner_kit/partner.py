"""The partner's two endpoints (sections 4.1 and 4.2)."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any, Callable, Optional

from wasl_partner_kit.answer_lookup import answer_lookup
from wasl_partner_kit.answers import Answer, error_answer
from wasl_partner_kit.credentials import Secrets
from wasl_partner_kit.errors import WrongOption
from wasl_partner_kit.incoming import Incoming
from wasl_partner_kit.log import LogEntry, safe_log, to_logging
from wasl_partner_kit.receive_webhook import receive_webhook
from wasl_partner_kit.routes import owns_path, route_of
from wasl_partner_kit.settings import (
    BODY_BYTES_MAX,
    MAKER,
    TIMEOUT_SECONDS_MAX,
    TOLERANCE_SECONDS_MAX,
    Settings,
    paths_of,
    plain_function,
    prepared_secrets,
    seconds,
    whole_number,
)
from wasl_partner_kit.signature import TOLERANCE_SECONDS
from wasl_partner_kit.stores.store import Store


@dataclass(frozen=True)
class Partner:
    """Answers the platform's two calls: ``GET {base_path}/{reference}`` and
    ``POST {base_path}/webhooks/platform``. Give it to an adapter of your framework.

    ``lookup(reference)`` returns ``Payable("599.80")``, ``NOT_FOUND``, ``ALREADY_PAID`` or
    ``UNAVAILABLE``. A handler ``on_success(event, context)`` returns when the event is saved; when
    it raises, the platform sends the event again. ``store`` runs each handler once.

    Raises WrongOption, with a sentence that names the option.

        partner = Partner(
            api_secret=os.environ.get("API_SECRET"),
            hmac_secret=os.environ.get("HMAC_SECRET"),
            lookup=find_invoice,
            on_success=mark_paid,
            store=SqliteStore("shop.db"),
        )
    """

    settings: Settings

    def __init__(
        self,
        *,
        api_secret: Secrets,
        hmac_secret: Secrets,
        lookup: Callable[[str], object],
        on_success: Callable[[Any, Any], object],
        store: Store,
        on_initialized: Optional[Callable[[Any, Any], object]] = None,
        on_fail: Optional[Callable[[Any, Any], object]] = None,
        on_refunded: Optional[Callable[[Any, Any], object]] = None,
        log: Callable[[LogEntry], object] = to_logging,
        base_path: str = "/",
        webhook_path: Optional[str] = None,
        tolerance_seconds: int = TOLERANCE_SECONDS,
        body_bytes_max: int = 256 * 1024,
        lookup_timeout_seconds: Optional[float] = 4.5,
        webhook_timeout_seconds: Optional[float] = 9.0,
        now: Callable[[], float] = time.time,
    ) -> None:
        secrets = prepared_secrets(api_secret, hmac_secret)
        handlers = {
            "payment.success": on_success,
            "payment.initialized": on_initialized,
            "payment.fail": on_fail,
            "payment.refunded": on_refunded,
        }
        plain_function("lookup", lookup)
        plain_function("on_success", on_success)
        for kind, handler in handlers.items():
            if handler is not None:
                plain_function(f"on_{kind.split('.')[1]}", handler)
        if not callable(getattr(store, "once", None)):
            received = "None" if store is None else type(store).__name__
            expected = 'a store of handled events, such as SqliteStore("shop.db")'
            raise WrongOption(MAKER, f"store: expected {expected}, received {received}")
        plain_function("log", log)
        plain_function("now", now)
        limits = (tolerance_seconds, 1, TOLERANCE_SECONDS_MAX)
        settings = Settings(
            secrets=secrets,
            lookup=lookup,
            handlers={kind: handler for kind, handler in handlers.items() if handler is not None},
            store=store,
            log=safe_log(log),
            paths=paths_of(base_path, webhook_path),
            tolerance_seconds=whole_number("tolerance_seconds", *limits),
            body_bytes_max=whole_number("body_bytes_max", body_bytes_max, 1, BODY_BYTES_MAX),
            lookup_timeout_seconds=seconds(
                "lookup_timeout_seconds", lookup_timeout_seconds, TIMEOUT_SECONDS_MAX
            ),
            webhook_timeout_seconds=seconds(
                "webhook_timeout_seconds", webhook_timeout_seconds, TIMEOUT_SECONDS_MAX
            ),
            now=now,
        )
        object.__setattr__(self, "settings", settings)

    def handle(self, incoming: Incoming) -> Answer:
        """Answers a request of the platform. Never raises; every answer is JSON."""
        try:
            return self._route(incoming)
        except Exception as error:
            message = "Internal error: this is a bug in the partner kit."
            self.settings.log(LogEntry("error", "internal_error", message, error=error))
            return error_answer("INTERNAL_ERROR")

    def owns(self, path: str) -> bool:
        """Whether a path is ``webhook_path``, ``base_path``, or below ``base_path``."""
        return owns_path(self.settings.paths, path)

    def _route(self, incoming: Incoming) -> Answer:
        route = route_of(self.settings.paths, incoming.method, incoming.path)
        if route.kind == "lookup":
            return answer_lookup(self.settings, incoming, route.segment)
        if route.kind == "webhook":
            return receive_webhook(self.settings, incoming)
        if route.kind == "wrong_method":
            message = f"This path allows only {route.allow}."
            return error_answer("METHOD_NOT_ALLOWED", message, {"allow": route.allow})
        return error_answer("ROUTE_NOT_FOUND")
