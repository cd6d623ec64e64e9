"""The part of CBOR (RFC 8949) that receipts use."""

from __future__ import annotations

from typing import Any, Union

from wasl_partner_kit.documents.base64url import Malformed, expect
from wasl_partner_kit.wire.money import SAFE_INTEGER_MAX

Item = Union[int, str, bytes, "list[Any]", "dict[int, Any]"]

_DEPTH_MAX = 4


def decode(data: bytes) -> Item:
    """Reads exactly one item in deterministic encoding; a second spelling of anything is malformed.

    Raises Malformed.
    """
    reader = _Reader(data)
    item = reader.item(1)
    expect(reader.at == len(data))
    return item


class _Reader:
    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    def take(self, length: int) -> bytes:
        expect(length <= len(self.data) - self.at)
        self.at += length
        return self.data[self.at - length : self.at]

    def item(self, depth: int) -> Item:
        expect(depth <= _DEPTH_MAX)
        first = self.take(1)[0]
        value = self._number(first & 31)
        major = first >> 5
        if major == 0:
            return value
        if major == 1:
            return -1 - value
        if major == 2:
            return self.take(value)
        if major == 3:
            return _text(self.take(value))
        if major == 4:
            expect(value <= len(self.data))
            return [self.item(depth + 1) for _ in range(value)]
        if major == 5:
            return self._map(value, depth)
        raise Malformed("a kind of item that receipts do not have")

    def _number(self, info: int) -> int:
        if info < 24:
            return info
        expect(info <= 27)
        size = 1 << (info - 24)
        value = int.from_bytes(self.take(size), "big")
        # The shortest form only, and no integer that a JSON number cannot hold.
        expect(value >= (24 if size == 1 else 256 ** (size // 2)) and value <= SAFE_INTEGER_MAX)
        return value

    def _map(self, count: int, depth: int) -> "dict[int, Any]":
        found: "dict[int, Any]" = {}
        previous = (-1, 0)
        for _ in range(count):
            key = self.item(depth)
            expect(isinstance(key, int))
            # Positive keys first, then negative ones, each once.
            order = (0, key) if key >= 0 else (1, -key)  # type: ignore[operator]
            expect(order > previous)
            previous = order  # type: ignore[assignment]
            found[key] = self.item(depth + 1)  # type: ignore[index]
        return found


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise Malformed("text that is not UTF-8") from None
