"""The partner's side of a Wasl platform. See the README for a partner in 30 lines.

- A *reference* is the partner's name for something to pay.
- A *lookup* asks what a reference costs; a *webhook* reports an event of a payment.
- The *store* records handled events, so that each is handled once.
"""

from wasl_partner_kit.documents.receipts import Receipt, verify_receipt
from wasl_partner_kit.documents.statements import (
    Manifest,
    VerifiedStatement,
    verify_statement,
    verify_statement_chain,
)
from wasl_partner_kit.errors import (
    ReceiptRefused,
    StatementRefused,
    StoreFailed,
    WaslError,
    WebhookRefused,
    WrongOption,
)
from wasl_partner_kit.events import (
    PaymentFail,
    PaymentInitialized,
    PaymentRefunded,
    PaymentSuccess,
    UnknownEvent,
)
from wasl_partner_kit.handle_event import WebhookContext
from wasl_partner_kit.incoming import BodyUnread, Incoming
from wasl_partner_kit.log import LogEntry
from wasl_partner_kit.lookups import (
    ALREADY_PAID,
    NOT_FOUND,
    UNAVAILABLE,
    AmountLabel,
    DetailLabel,
    Payable,
)
from wasl_partner_kit.partner import Partner
from wasl_partner_kit.signature import sign
from wasl_partner_kit.stores.dbapi import MysqlStore, PostgresStore, SqliteStore
from wasl_partner_kit.stores.memory import MemoryStore
from wasl_partner_kit.stores.sql import SqlStore
from wasl_partner_kit.stores.statements import handled_events_table
from wasl_partner_kit.verify_webhook import verify_webhook
from wasl_partner_kit.version import __version__

__all__ = [
    "ALREADY_PAID",
    "NOT_FOUND",
    "UNAVAILABLE",
    "AmountLabel",
    "BodyUnread",
    "DetailLabel",
    "Incoming",
    "LogEntry",
    "Manifest",
    "MemoryStore",
    "MysqlStore",
    "Partner",
    "Payable",
    "PaymentFail",
    "PaymentInitialized",
    "PaymentRefunded",
    "PaymentSuccess",
    "PostgresStore",
    "Receipt",
    "ReceiptRefused",
    "SqlStore",
    "SqliteStore",
    "StatementRefused",
    "StoreFailed",
    "UnknownEvent",
    "VerifiedStatement",
    "WaslError",
    "WebhookContext",
    "WebhookRefused",
    "WrongOption",
    "__version__",
    "handled_events_table",
    "sign",
    "verify_receipt",
    "verify_statement",
    "verify_statement_chain",
    "verify_webhook",
]
