"""The exceptions of the kit. Each carries a code for programs and a sentence for people."""

from __future__ import annotations


class WaslError(Exception):
    """The base of every exception of the kit."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        """Such as ``wrong_signature`` or ``PARTNER_API401_UNAUTHORIZED``. It never changes."""
        self.message = message
        """What is wrong and what to do. It never contains a secret."""


class WrongOption(WaslError, TypeError):
    """An option is wrong. The message names it, what was expected and what was received."""

    def __init__(self, maker: str, problem: str) -> None:
        super().__init__("wrong_option", f"{maker}: {problem}")


class WebhookRefused(WaslError):
    """A webhook must not be trusted. ``status`` is the HTTP status to answer with."""

    def __init__(self, code: str, message: str, status: int) -> None:
        super().__init__(code, message)
        self.status = status


class StoreFailed(WaslError):
    """The store of handled events does not keep its promise."""

    def __init__(self, message: str) -> None:
        super().__init__("store_failed", message)


class ReceiptRefused(WaslError):
    """The code of a receipt does not prove a payment."""


class StatementRefused(WaslError):
    """A manifest or a document is not what the platform signed."""

    def __init__(self, code: str, message: str, index: int = 0) -> None:
        super().__init__(code, message)
        self.index = index
        """Of the refused manifest, in a chain."""
