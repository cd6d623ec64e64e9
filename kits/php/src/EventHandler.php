<?php

declare(strict_types=1);

namespace Wasl\PartnerKit;

use Wasl\PartnerKit\Dedupe\Dedupe;
use Wasl\PartnerKit\Dedupe\Outcome;
use Wasl\PartnerKit\Webhook\WebhookEvent;

/**
 * Handles a verified event once, and acknowledges it only after the handler succeeded.
 *
 * @internal
 */
final class EventHandler
{
    public function __construct(
        private readonly Handlers $handlers,
        private readonly Dedupe $dedupe,
        private readonly Log $log,
        private readonly int $timeoutMs,
    ) {
    }

    public function handle(WebhookEvent $event, ?string $eventId): Answer
    {
        $kind = $event->kind->value;
        $run = $this->handlers->of($event->kind);
        if ($run === null) {
            $message = "Acknowledged $kind without a handler.";
            $this->log->event('info', 'webhook_without_handler', $message, $event, $eventId);
            return Answer::acknowledgement();
        }
        $start = hrtime(true);
        $answer = $this->runOnce($event, $eventId, $run);
        if ((hrtime(true) - $start) / 1e6 > $this->timeoutMs) {
            // If the platform left before the answer, its next attempt is a duplicate.
            $message = "The handler of $kind took more than $this->timeoutMs ms, and the platform "
                . 'waits only 10 s. It will send the event again.';
            $this->log->event('error', 'webhook_too_slow', $message, $event, $eventId);
        }
        return $answer;
    }

    private function runOnce(WebhookEvent $event, ?string $eventId, callable $run): Answer
    {
        $state = 'waiting';
        $thrown = null;
        $outcome = null;
        $once = static function (mixed $transaction) use ($event, $eventId, $run, &$state): void {
            $state = 'failed';
            $run($event, new HandlerContext($transaction, $eventId));
            $state = 'succeeded';
        };
        try {
            $outcome = $this->dedupe->once($event->dedupeKey(), $once);
        } catch (\Throwable $error) {
            $thrown = $error;
        }
        $kind = $event->kind->value;
        if ($outcome === Outcome::Duplicate && $state === 'waiting') {
            $message = "Acknowledged a repeated $kind without handling it again.";
            $this->log->event('info', 'webhook_duplicate', $message, $event, $eventId);
            return Answer::acknowledgement();
        }
        if ($outcome === Outcome::Ran && $state === 'succeeded') {
            $message = "Handled $kind.";
            $this->log->event('info', 'webhook_handled', $message, $event, $eventId);
            return Answer::acknowledgement();
        }
        // Also for a store that swallowed the handler's error or returned a wrong outcome: an event
        // is acknowledged only if its handler certainly succeeded.
        $failed = $state === 'failed';
        $code = $failed ? 'webhook_handler_failed' : 'webhook_dedupe_failed';
        $problem = $failed
            ? "The handler of $kind threw"
            : 'dedupe.once failed or returned a wrong outcome';
        $message = "$problem. The event was not acknowledged; the platform will send it again.";
        $this->log->event('error', $code, $message, $event, $eventId, $thrown);
        return Answer::error(AnswerError::InternalError);
    }
}
