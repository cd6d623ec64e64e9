<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Webhook;

use Wasl\PartnerKit\Amount;
use Wasl\PartnerKit\Wire\EventKind;

/**
 * A fast path for `EventFields`: true only for a valid event. Most webhooks pass it in a fraction
 * of the time. False means nothing: `EventFields` then decides and names the problem.
 *
 * @internal
 */
final class PlainEvent
{
    // Only days 1 to 28: EventFields checks later days against their month.
    private const TIME = '/^[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])'
        . 'T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\.[0-9]{3}Z$/D';

    public static function matches(EventKind $kind, mixed $data): bool
    {
        if (!$data instanceof \stdClass || !self::hasCommonFields($data)) {
            return false;
        }
        return match ($kind) {
            EventKind::Success => self::isTime($data->paidAt ?? null),
            EventKind::Initialized => self::isTime($data->initializedAt ?? null)
                && self::isTime($data->lockReleaseTime ?? null),
            default => false,
        };
    }

    private static function hasCommonFields(\stdClass $data): bool
    {
        $reference = $data->reference ?? null;
        $paymentId = $data->paymentId ?? null;
        $channel = $data->channel ?? null;
        $centimes = Amount::signedCentimes($data->amount ?? null) ?? 0;
        // A reference of two characters could be "..".
        return is_string($reference) && preg_match('/^[\x21-\x7e]{3,128}$/D', $reference) === 1
            && is_string($paymentId) && $paymentId !== ''
            && ($channel === 'AGENCY' || $channel === 'DELIVERY' || $channel === 'MARKETPLACE')
            && $centimes > 0 && $centimes <= Amount::CENTIMES_MAX
            && ($data->currency ?? null) === 'DZD'
            && !property_exists($data, 'qrCodeToken') && !property_exists($data, 'qrConfigKind');
    }

    private static function isTime(mixed $value): bool
    {
        return is_string($value) && preg_match(self::TIME, $value) === 1;
    }
}
