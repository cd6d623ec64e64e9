<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Webhook;

use Wasl\PartnerKit\Amount;
use Wasl\PartnerKit\Wire\EventKind;

/**
 * A fast path for the event that matters most, without JSON: the bytes that the platform writes,
 * fixed fields in a fixed order, and no character that JSON escapes. Null means nothing: the checks
 * then decide and name the problem.
 *
 * @internal
 */
final class PlainSuccess
{
    // Only what every check accepts. A reference of two characters could be "..". Only days 1 to
    // 28: the checks compare later days with their month.
    private const BODY = '~^{"event":"payment\.success","data":{'
        . '"reference":"([!#-\[\]-\~][ !#-\[\]-\~]{1,126}[!#-\[\]-\~])",'
        . '"paymentId":"([!#-\[\]-\~]{1,128})","channel":"(AGENCY|DELIVERY|MARKETPLACE)",'
        . '"amount":(0|[1-9][0-9]{0,9})(?:\.([0-9]{1,2}))?,"currency":"DZD",'
        . '"paidAt":"([0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])'
        . 'T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\.[0-9]{3}Z)"}}$~D';

    public static function read(string $body): ?PaymentSuccess
    {
        if (preg_match(self::BODY, $body, $found) !== 1) {
            return null;
        }
        [, $reference, $paymentId, $channel, $whole, $decimals, $paidAt] = $found;
        $centimes = (int) match (strlen($decimals)) {
            0 => $whole . '00',
            1 => $whole . $decimals . '0',
            default => $whole . $decimals,
        };
        if ($centimes === 0) {
            return null;
        }
        $data = (object) [
            'reference' => $reference,
            'paymentId' => $paymentId,
            'channel' => $channel,
            'amount' => $decimals === '' ? (int) $whole : $centimes / 100.0,
            'currency' => 'DZD',
            'paidAt' => $paidAt,
        ];
        return new PaymentSuccess(EventKind::Success, $data, Amount::lineOfCentimes($centimes));
    }
}
