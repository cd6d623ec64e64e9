"""Runs work with a limit of time."""

from __future__ import annotations

import contextvars
import threading
from typing import Callable, Generic, Optional, TypeVar

Value = TypeVar("Value")

THREAD_END: "contextvars.ContextVar[Optional[Callable[[], object]]]" = contextvars.ContextVar(
    "wasl_partner_kit_thread_end", default=None
)
"""What an adapter does at the end of a thread of the kit, such as closing Django's connections."""


class Late(Exception):
    """The time ran out first. The work continues, and its result is dropped."""


class _Work(Generic[Value]):
    def __init__(self, run: "Callable[[], Value]") -> None:
        self.run = run
        self.done = threading.Event()
        self.value: Optional[Value] = None
        self.error: Optional[BaseException] = None

    def __call__(self) -> None:
        try:
            self.value = self.run()
        except BaseException as error:  # The waiting thread raises it.
            self.error = error
        finally:
            self.done.set()
            at_end = THREAD_END.get()
            if at_end is not None:
                at_end()


def within(run: "Callable[[], Value]", limit_seconds: Optional[float]) -> Value:
    """Runs the work in a thread with the caller's context variables, and waits at most so long.

    Without a limit it runs in the caller's own thread. Raises Late, or what the work raises.
    """
    if limit_seconds is None:
        return run()
    work = _Work(run)
    context = contextvars.copy_context()
    threading.Thread(target=context.run, args=(work,), daemon=True, name="wasl-partner-kit").start()
    if not work.done.wait(limit_seconds):
        raise Late
    if work.error is not None:
        raise work.error
    return work.value  # type: ignore[return-value]
