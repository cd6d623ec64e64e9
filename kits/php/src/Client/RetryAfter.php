<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Client;

/** @internal */
final class RetryAfter
{
    /** Longer waits are cut to this (D14). */
    private const MAX_MS = 24 * 60 * 60 * 1000;

    // RFC 9110, 10.2.3: a number of seconds, or a date in one of three forms.
    private const HTTP_DATE = '/^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? [\x20-\x7e]{10,40}$/D';

    /**
     * The wait that `Retry-After` asks for, at most 24 h; null without a valid one. A date is
     * compared with the answer's `Date`, because the two clocks may differ.
     */
    public static function milliseconds(?string $value, ?string $date): ?int
    {
        $text = trim($value ?? '');
        if (preg_match('/^[0-9]{1,10}$/D', $text) === 1) {
            return min((int) $text * 1000, self::MAX_MS);
        }
        $until = self::seconds($text);
        if ($until === null) {
            return null;
        }
        $since = self::seconds(trim($date ?? '')) ?? time();
        return min(max(0, $until - $since) * 1000, self::MAX_MS);
    }

    private static function seconds(string $value): ?int
    {
        if (preg_match(self::HTTP_DATE, $value) !== 1) {
            return null;
        }
        // The oldest form (asctime) has no zone and means UTC.
        $seconds = strtotime(str_ends_with($value, 'GMT') ? $value : "$value GMT");
        return $seconds === false ? null : $seconds;
    }
}
