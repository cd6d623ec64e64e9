"""JSON as the interface has it: strict to read, exact to write."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import NoReturn, Union

from wasl_partner_kit.wire.text import number_text

# Longer numbers are far out of every range, and int() takes quadratic time for them.
_DIGITS_MAX = 400


class NotJson(ValueError):
    """The text is not JSON."""


def read_json(text: str) -> object:
    """Raises NotJson, also for what only Python accepts: NaN, Infinity, endless nesting."""
    try:
        return _DECODER.decode(text)
    except (ValueError, RecursionError) as problem:
        raise NotJson("the text is not JSON") from problem


def _refuse(word: str) -> NoReturn:
    raise ValueError(f"{word} is not JSON")


def _integer(digits: str) -> Union[int, float]:
    return int(digits) if len(digits) <= _DIGITS_MAX else float(digits)


# Making one takes longer than reading an event with it.
_DECODER = json.JSONDecoder(parse_constant=_refuse, parse_int=_integer)


def write_json(value: object) -> str:
    """JSON text. A Decimal keeps its digits: ``Decimal("599.80")`` is ``599.8``."""
    if isinstance(value, Decimal):
        return number_text(value)
    if isinstance(value, dict):
        members = (f"{json.dumps(name)}:{write_json(item)}" for name, item in value.items())
        return "{" + ",".join(members) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(write_json(item) for item in value) + "]"
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
