<?php

declare(strict_types=1);

namespace Wasl\PartnerKit;

use Wasl\PartnerKit\Webhook\WebhookEvent;

/**
 * Calls the log hook, so that its errors do not affect the answer.
 *
 * @internal
 */
final class Log
{
    private readonly ?\Closure $hook;

    public function __construct(?callable $hook)
    {
        $this->hook = $hook === null ? null : $hook(...);
    }

    public function write(LogEntry $entry): void
    {
        if ($this->hook === null) {
            return;
        }
        try {
            ($this->hook)($entry);
        } catch (\Throwable) {
            // There is no other place to report it.
        }
    }

    public function info(string $code, string $message, ?string $reference = null): void
    {
        $this->write(new LogEntry('info', $code, $message, $reference));
    }

    public function warning(string $code, string $message, ?string $reference = null): void
    {
        $this->write(new LogEntry('warning', $code, $message, $reference));
    }

    public function error(
        string $code,
        string $message,
        ?string $reference = null,
        ?\Throwable $exception = null,
    ): void {
        $this->write(new LogEntry('error', $code, $message, $reference, exception: $exception));
    }

    public function event(
        string $level,
        string $code,
        string $message,
        WebhookEvent $event,
        ?string $eventId,
        ?\Throwable $exception = null,
    ): void {
        $this->write(new LogEntry(
            $level,
            $code,
            $message,
            $event->reference,
            $event->kind->value,
            $event->paymentId,
            $eventId,
            $exception,
        ));
    }
}
