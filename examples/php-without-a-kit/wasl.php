<?php

declare(strict_types=1);

/*
 * The checks that every request of the platform must pass. Copy this file: it needs only PHP.
 * Secrets are lists, so that the old and the new one are both valid during a rotation.
 */

/** The largest difference between the platform's clock and ours, ahead or behind. */
const TOLERANCE_SECONDS = 300;

/** Whether the header X-Timestamp is ten digits and within the tolerance. */
function wasl_is_fresh(?string $timestamp, ?int $now = null): bool
{
    return preg_match('/^[0-9]{10}$/D', $timestamp ?? '') === 1
        && abs(($now ?? time()) - (int) $timestamp) <= TOLERANCE_SECONDS;
}

/**
 * Whether the X-Timestamp is fresh and the X-Signature correct: HMAC-SHA256 over the raw bytes of the
 * body followed by the ten digits. The platform sends hexadecimal; base64 is accepted too.
 */
function wasl_is_signed(
    string $body,
    ?string $timestamp,
    ?string $signature,
    array $hmacSecrets,
    ?int $now = null
): bool {
    if (!wasl_is_fresh($timestamp, $now)) {
        return false;
    }
    $hex = $base64 = [];
    foreach ($hmacSecrets as $secret) {
        $hmac = hash_hmac('sha256', $body . $timestamp, $secret, true);
        $hex[] = bin2hex($hmac);
        foreach ([base64_encode($hmac), strtr(base64_encode($hmac), '+/', '-_')] as $text) {
            array_push($base64, $text, rtrim($text, '='));
        }
    }
    $signature ??= '';
    return wasl_is_one_of(strtolower($signature), $hex) || wasl_is_one_of($signature, $base64);
}

/** Compares with all of them in constant time. */
function wasl_is_one_of(string $given, array $expected): bool
{
    $fits = false;
    foreach ($expected as $value) {
        $fits = hash_equals(hash('sha256', $value), hash('sha256', $given)) || $fits;
    }
    return $fits;
}

/** Whether the header Authorization is "Bearer" and one of our API secrets. */
function wasl_is_authorized(?string $authorization, array $apiSecrets): bool
{
    if (!preg_match('/^bearer +([\x21-\x7e]+)$/Di', $authorization ?? '', $found)) {
        return false;
    }
    return wasl_is_one_of($found[1], $apiSecrets);
}
