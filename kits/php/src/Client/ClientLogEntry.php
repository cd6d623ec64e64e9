<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Client;

/** What the client's log receives: every answer, retry and failure. No entry contains the key. */
final class ClientLogEntry
{
    public function __construct(
        /** `info` or `warning`, as in PSR-3. */
        public readonly string $level,
        /** `call_answered`, `call_retried` or `call_failed`. */
        public readonly string $code,
        public readonly string $operation,
        public readonly string $message,
        /** The reference, the QR code's token, or the filters of a list. */
        public readonly string $subject,
        public readonly ?int $status,
        public readonly ?string $requestId,
        /** The code of the failure. */
        public readonly ?string $error,
        /** From 1. */
        public readonly int $attempt,
        public readonly ?int $waitMs = null,
    ) {
    }
}
