<?php

declare(strict_types=1);

namespace Wasl\PartnerKit;

use Wasl\PartnerKit\Webhook\EventReader;
use Wasl\PartnerKit\Webhook\Signature;
use Wasl\PartnerKit\Webhook\UnknownEvent;
use Wasl\PartnerKit\Webhook\WebhookRefused;
use Wasl\PartnerKit\Wire\Shown;

/**
 * `POST {API_URL}/webhooks/platform` (sections 4.2, 5, 6). Checks the API secret before it reads
 * the body, and the signature before it parses the body.
 *
 * @internal
 */
final class WebhookEndpoint
{
    private const EVENT_NAME_SHOWN_MAX = 80;

    private const ADVICE = 'Give the kit the raw body, before anything parses it.';

    public function __construct(
        private readonly Guard $guard,
        private readonly Log $log,
        private readonly EventHandler $handler,
        private readonly int $bodyBytesMax,
    ) {
    }

    /** @param callable(string): ?string $header */
    public function answer(callable $header, Incoming $incoming): Answer
    {
        $problem = $this->guard->authorizationProblem($header);
        if ($problem !== null) {
            return $this->refuse(new WebhookRefused($problem, $this->guard->toleranceSeconds));
        }
        $body = ($incoming->readBody)($this->bodyBytesMax);
        if ($body instanceof BodyProblem) {
            return $this->unread($body, $incoming->advice ?? self::ADVICE);
        }
        if (strlen($body) > $this->bodyBytesMax) {
            return $this->unread(BodyProblem::TooLarge, '');
        }
        try {
            Signature::verifyPrepared(
                $body,
                $header('x-timestamp'),
                $header('x-signature'),
                $this->guard->secrets->hmac,
                $this->guard->nowSeconds(),
                $this->guard->toleranceSeconds,
            );
            $event = EventReader::read($body);
        } catch (WebhookRefused $refusal) {
            return $this->refuse($refusal);
        }
        if ($event instanceof UnknownEvent) {
            return $this->acknowledgeUnknown($event->event);
        }
        return $this->handler->handle($event, self::eventId($header('x-event-id')));
    }

    private function refuse(WebhookRefused $refusal): Answer
    {
        $message = $refusal->getMessage();
        $this->log->warning('webhook_refused', $message);
        return $refusal->reason->isAboutContent()
            ? Answer::error(AnswerError::BadRequest, $message)
            : Answer::unauthorized($message);
    }

    private function unread(BodyProblem $problem, string $advice): Answer
    {
        switch ($problem) {
            case BodyProblem::AlreadyRead:
                $message = 'The request body was read before it reached the partner kit, so the '
                    . 'signature cannot be verified. The event was not acknowledged. ' . $advice;
                $this->log->error('webhook_body_already_read', $message);
                return Answer::error(AnswerError::InternalError, $message);
            case BodyProblem::TooLarge:
                $message = "The body is larger than $this->bodyBytesMax bytes.";
                $this->log->warning('webhook_refused', $message);
                return Answer::error(AnswerError::PayloadTooLarge, $message);
            case BodyProblem::Incomplete:
                $message = 'The connection ended before the body was complete.';
                $this->log->warning('webhook_body_incomplete', $message);
                return Answer::error(AnswerError::BadRequest, $message);
        }
    }

    private function acknowledgeUnknown(string $kind): Answer
    {
        $event = Shown::firstCharacters($kind, self::EVENT_NAME_SHOWN_MAX);
        $message = 'Acknowledged an event of the unknown kind ' . Shown::quoted($event) . '.';
        $entry = new LogEntry('warning', 'webhook_unknown_event', $message, event: $event);
        $this->log->write($entry);
        return Answer::acknowledgement();
    }

    /** The header is unsigned: accept only a short token that is safe to log. */
    private static function eventId(?string $header): ?string
    {
        return preg_match('/^[0-9A-Za-z-]{1,64}$/D', $header ?? '') === 1 ? $header : null;
    }
}
