<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Webhook;

/**
 * Webhook signatures (section 5, D13): HMAC-SHA256 over the exact bytes of the body followed
 * directly by the ten digits of `X-Timestamp`, with the HMAC secret.
 */
final class Signature
{
    /** The tolerated clock difference, ahead or behind (D13). */
    public const TOLERANCE_SECONDS = 300;

    // 32 bytes are 43 characters of base64. The last one has two unused bits, which must be zero,
    // so that each signature has one notation.
    private const BASE64 = '~^(?:[A-Za-z0-9+/]{42}|[A-Za-z0-9_-]{42})[AEIMQUYcgkosw048]=?$~D';

    /** The value of `X-Signature`: lowercase hexadecimal. */
    public static function sign(
        string $body,
        string $timestamp,
        #[\SensitiveParameter] string $hmacSecret,
    ): string {
        return hash_hmac('sha256', $body . $timestamp, $hmacSecret);
    }

    /**
     * Checks both headers of a webhook against its body, first the timestamp, then the signature.
     * An empty header counts as missing. A repeated one reaches PHP joined by a comma: it is
     * malformed.
     *
     * @param list<string> $hmacSecrets one, or several during a rotation.
     * @return int the index of the matching secret.
     * @throws WebhookRefused
     */
    public static function verify(
        string $body,
        ?string $timestamp,
        ?string $signature,
        #[\SensitiveParameter] array $hmacSecrets,
        int $nowSeconds,
        int $toleranceSeconds = self::TOLERANCE_SECONDS,
    ): int {
        $claimed = self::claimed($timestamp, $signature, $nowSeconds, $toleranceSeconds);
        $signed = $body . $timestamp;
        foreach ($hmacSecrets as $index => $secret) {
            if (hash_equals(hash_hmac('sha256', $signed, $secret), $claimed)) {
                return $index;
            }
        }
        throw new WebhookRefused(Refusal::WrongSignature);
    }

    /** @internal The first block of an HMAC is the same for every event: hash it once. */
    public static function prepare(#[\SensitiveParameter] string $hmacSecret): \HashContext
    {
        return hash_init('sha256', HASH_HMAC, $hmacSecret);
    }

    /**
     * `verify` with secrets that were prepared before.
     *
     * @internal
     * @param list<\HashContext> $prepared
     * @throws WebhookRefused
     */
    public static function verifyPrepared(
        string $body,
        ?string $timestamp,
        ?string $signature,
        #[\SensitiveParameter] array $prepared,
        int $nowSeconds,
        int $toleranceSeconds,
    ): void {
        $claimed = self::claimed($timestamp, $signature, $nowSeconds, $toleranceSeconds);
        $signed = $body . $timestamp;
        foreach ($prepared as $secret) {
            $hmac = hash_copy($secret);
            hash_update($hmac, $signed);
            if (hash_equals(hash_final($hmac), $claimed)) {
                return;
            }
        }
        throw new WebhookRefused(Refusal::WrongSignature);
    }

    /**
     * The signature in hexadecimal.
     *
     * @throws WebhookRefused
     */
    private static function claimed(
        ?string $timestamp,
        ?string $signature,
        int $nowSeconds,
        int $toleranceSeconds,
    ): string {
        $problem = Authorization::timestampProblem($timestamp, $nowSeconds, $toleranceSeconds);
        if ($problem !== null) {
            throw new WebhookRefused($problem, $toleranceSeconds);
        }
        if ($signature === null || $signature === '') {
            throw new WebhookRefused(Refusal::MissingSignature);
        }
        return self::hexOf($signature) ?? throw new WebhookRefused(Refusal::MalformedSignature);
    }

    private static function hexOf(string $signature): ?string
    {
        if (strlen($signature) === 64) {
            return ctype_xdigit($signature) ? strtolower($signature) : null;
        }
        if (preg_match(self::BASE64, $signature) !== 1) {
            return null;
        }
        return bin2hex((string) base64_decode(strtr($signature, '-_', '+/'), true));
    }
}
