<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Webhook;

/** The checks of the two headers that every request has (section 5). */
final class Authorization
{
    /**
     * Checks `Authorization: Bearer <API_SECRET>` in constant time: it compares digests of equal
     * length, with every accepted secret, so that the time reveals neither a partial match nor
     * which secret matched.
     *
     * @param list<string> $apiDigests the SHA-256 of each secret.
     */
    public static function problem(?string $header, array $apiDigests): ?Refusal
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
        foreach ($apiDigests as $digest) {
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
        if (preg_match('/^[0-9]{10}$/D', $header) !== 1) {
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
