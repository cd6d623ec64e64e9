<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Webhook;

/** The checks of the two headers that every request has (section 5). */
final class Authorization
{
    /**
     * Checks `Authorization: Bearer <API_SECRET>` in constant time, with every accepted secret, so
     * that the time reveals neither a partial match nor which secret matched.
     */
    public static function problem(?string $header, Secrets $secrets): ?Refusal
    {
        return self::isAsPlatformWritesIt($header, $secrets)
            ? null
            : self::problemOfOther($header, $secrets);
    }

    /** Hides all but the length, which is the same for every secret of the platform. */
    private static function isAsPlatformWritesIt(?string $header, Secrets $secrets): bool
    {
        $fits = false;
        foreach ($secrets->apiHeaders as $expected) {
            $fits = hash_equals($expected, $header ?? '') || $fits;
        }
        return $fits;
    }

    /** Compares digests of equal length. */
    private static function problemOfOther(?string $header, Secrets $secrets): ?Refusal
    {
        if ($header === null || $header === '') {
            return Refusal::MissingAuthorization;
        }
        // No space in the credentials, so that two headers joined by ", " do not match.
        if (preg_match('/^bearer +([\x21-\x7e]+)$/Di', $header, $found) !== 1) {
            return Refusal::MalformedAuthorization;
        }
        $given = hash('sha256', $found[1], true);
        $fits = false;
        foreach ($secrets->apiDigests as $digest) {
            $fits = hash_equals($digest, $given) || $fits;
        }
        return $fits ? null : Refusal::WrongApiSecret;
    }

    /** Checks an `X-Timestamp`: ten digits, within the tolerance. */
    public static function timestampProblem(
        ?string $header,
        int $nowSeconds,
        int $toleranceSeconds,
    ): ?Refusal {
        if ($header === null || $header === '') {
            return Refusal::MissingTimestamp;
        }
        if (strlen($header) !== 10 || strspn($header, '0123456789') !== 10) {
            return Refusal::MalformedTimestamp;
        }
        $ageSeconds = $nowSeconds - (int) $header;
        return match (true) {
            $ageSeconds > $toleranceSeconds => Refusal::StaleTimestamp,
            $ageSeconds < -$toleranceSeconds => Refusal::FutureTimestamp,
            default => null,
        };
    }
}
