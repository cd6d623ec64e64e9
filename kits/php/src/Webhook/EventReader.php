<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Webhook;

use Wasl\PartnerKit\Wire\EventFields;
use Wasl\PartnerKit\Wire\EventKind;
use Wasl\PartnerKit\Wire\Issue;
use Wasl\PartnerKit\Wire\Json;
use Wasl\PartnerKit\Wire\Text;

/** Reads an event (section 2.4). Only for bytes with a verified signature. */
final class EventReader
{
    /** @throws WebhookRefused when the body is not an event, with each wrong field. */
    public static function read(string $body): WebhookEvent|UnknownEvent
    {
        return PlainSuccess::read($body) ?? self::readJson($body);
    }

    /** @throws WebhookRefused */
    private static function readJson(string $body): WebhookEvent|UnknownEvent
    {
        try {
            $value = Json::decode($body);
        } catch (\JsonException) {
            throw new WebhookRefused(Text::isUtf8($body) ? Refusal::NotJson : Refusal::NotUtf8);
        }
        if (!$value instanceof \stdClass) {
            throw new WebhookRefused(Refusal::NotAnObject);
        }
        $event = $value->event ?? null;
        $kind = is_string($event) ? EventKind::tryFrom($event) : null;
        if ($kind === null) {
            self::expectNone(EventFields::envelopeIssues($value));
            return new UnknownEvent($value->event, $value->data);
        }
        if (!PlainEvent::matches($kind, $value->data ?? null)) {
            self::expectNone(EventFields::issues($value));
        }
        return self::eventOf($kind, $value->data);
    }

    private static function eventOf(EventKind $kind, \stdClass $data): WebhookEvent
    {
        return match ($kind) {
            EventKind::Initialized => new PaymentInitialized($kind, $data),
            EventKind::Success => new PaymentSuccess($kind, $data),
            EventKind::Fail => new PaymentFail($kind, $data),
            EventKind::Refunded => new PaymentRefunded($kind, $data),
        };
    }

    /** @param list<Issue> $issues */
    private static function expectNone(array $issues): void
    {
        if ($issues !== []) {
            throw new WebhookRefused(Refusal::MalformedEvent, problem: Issue::line($issues));
        }
    }
}
