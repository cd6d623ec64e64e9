<?php

declare(strict_types=1);

namespace Wasl\PartnerKit;

/**
 * What your log receives. `info`: normal operation. `warning`: a request was refused, or something
 * needs attention. `error`: your own code or database failed and needs a fix. No entry contains a
 * secret. The levels are those of PSR-3: `$logger->log($entry->level, $entry->message,
 * $entry->context())`.
 */
final class LogEntry
{
    public function __construct(
        public readonly string $level,
        /** For filters and alerts, such as `lookup_refused` or `webhook_handled`. */
        public readonly string $code,
        /** What happened, and what to do if something is wrong. */
        public readonly string $message,
        public readonly ?string $reference = null,
        /** The kind of the event, such as `payment.success`. */
        public readonly ?string $event = null,
        public readonly ?string $paymentId = null,
        /** The platform's `X-Event-Id`: the same on every attempt; unsigned, only for support. */
        public readonly ?string $eventId = null,
        /** What your function threw. */
        public readonly ?\Throwable $exception = null,
    ) {
    }

    /** @return array<string, mixed> the fields that are set, for PSR-3. */
    public function context(): array
    {
        $fields = get_object_vars($this);
        unset($fields['level'], $fields['message']);
        return array_filter($fields, static fn(mixed $value): bool => $value !== null);
    }
}
