"""Verifies what standard input gives and prints each sentence, to compare the kits."""

import base64
import json
import sys

from wasl_partner_kit import (
    ReceiptRefused,
    StatementRefused,
    WebhookRefused,
    verify_receipt,
    verify_statement,
    verify_webhook,
)


def sentence_of(case):
    try:
        if "code" in case:
            verify_receipt(case["code"], case["issuers"])
        elif "manifest" in case:
            file = None if case.get("file") is None else base64.b64decode(case["file"])
            previous = case.get("previous")
            verify_statement(case["manifest"], case["keys"], file=file, previous=previous)
        else:
            verify_webhook(
                base64.b64decode(case["body"]),
                case["headers"],
                api_secret=case["apiSecret"],
                hmac_secret=case["hmacSecret"],
                now_seconds=case["nowSeconds"],
            )
    except (ReceiptRefused, StatementRefused, WebhookRefused) as refused:
        return f"{refused.code}: {refused.message}"
    return "verified"


print(json.dumps([sentence_of(case) for case in json.load(sys.stdin)]))
