"""The partner's side of a Wasl platform. See the README for a partner in 30 lines.

- A *reference* is the partner's name for something to pay.
- A *lookup* asks what a reference costs; a *webhook* reports an event of a payment.
- The *store* records handled events, so that each is handled once.
"""

from wasl_partner_kit.books.compare import (
    BookComparison,
    BookDifference,
    BookEntry,
    BookLine,
    compare_books,
    platform_book,
)
from wasl_partner_kit.client.client import Client
from wasl_partner_kit.client.results import (
    Answered,
    CallFailed,
    PaymentStatus,
    QrConfig,
    RateLimit,
)
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
from wasl_partner_kit.reconciling.difference import Finding, ReferenceToCheck
from wasl_partner_kit.reconciling.progress import FileProgress, MemoryProgress
from wasl_partner_kit.reconciling.reconcile import reconcile, run_reconcile
from wasl_partner_kit.reconciling.run import Progress, ReconcileStopped
from wasl_partner_kit.signature import sign
from wasl_partner_kit.stores.dbapi import MysqlStore, PostgresStore, SqliteStore
from wasl_partner_kit.stores.memory import MemoryStore
from wasl_partner_kit.stores.sql import SqlStore
from wasl_partner_kit.stores.statements import handled_events_table
from wasl_partner_kit.verify_webhook import verify_webhook
from wasl_partner_kit.version import __version__

__all__ = [
    "ALREADY_PAID",
    "AmountLabel",
    "Answered",
    "BodyUnread",
    "BookComparison",
    "BookDifference",
    "BookEntry",
    "BookLine",
    "CallFailed",
    "Client",
    "DetailLabel",
    "FileProgress",
    "Finding",
    "Incoming",
    "LogEntry",
    "Manifest",
    "MemoryProgress",
    "MemoryStore",
    "MysqlStore",
    "NOT_FOUND",
    "Partner",
    "Payable",
    "PaymentFail",
    "PaymentInitialized",
    "PaymentRefunded",
    "PaymentStatus",
    "PaymentSuccess",
    "PostgresStore",
    "Progress",
    "QrConfig",
    "RateLimit",
    "Receipt",
    "ReceiptRefused",
    "ReconcileStopped",
    "ReferenceToCheck",
    "SqlStore",
    "SqliteStore",
    "StatementRefused",
    "StoreFailed",
    "UNAVAILABLE",
    "UnknownEvent",
    "VerifiedStatement",
    "WaslError",
    "WebhookContext",
    "WebhookRefused",
    "WrongOption",
    "__version__",
    "compare_books",
    "handled_events_table",
    "platform_book",
    "reconcile",
    "run_reconcile",
    "sign",
    "verify_receipt",
    "verify_statement",
    "verify_statement_chain",
    "verify_webhook",
]
