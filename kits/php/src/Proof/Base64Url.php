<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Proof;

/** @internal */
final class Base64Url
{
    /**
     * Unpadded base64url. The unused bits of the last character are zero, so that a code has one
     * spelling.
     *
     * @throws Malformed
     */
    public static function decode(string $text): string
    {
        Malformed::unless(preg_match('/^[A-Za-z0-9_-]+$/D', $text) === 1);
        $bytes = base64_decode(strtr($text, '-_', '+/'), true);
        Malformed::unless($bytes !== false && self::encode($bytes) === $text);
        return $bytes;
    }

    public static function encode(string $bytes): string
    {
        return rtrim(strtr(base64_encode($bytes), '+/', '-_'), '=');
    }
}
