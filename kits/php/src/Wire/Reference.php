<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Wire;

/** References (D1): your name for something to pay. In a URL, one path segment. */
final class Reference
{
    /** In Unicode characters. */
    public const LENGTH_MAX = 128;

    public const EXPECTED = 'a reference of 1 to 128 characters, without control characters, without '
        . 'white space at either end, and neither "." nor ".."';

    public static function isValid(mixed $value): bool
    {
        return is_string($value) && $value !== '.' && $value !== '..'
            && Text::isLine($value, self::LENGTH_MAX);
    }

    /** @throws \RangeError when the value is not a reference: check with `isValid` first. */
    public static function encode(string $reference): string
    {
        if (!self::isValid($reference)) {
            $expected = 'expected a reference as D1 describes it; check it with Reference::isValid';
            throw new \RangeError($expected);
        }
        // As the platform writes it.
        $kept = ['%21' => '!', '%27' => "'", '%28' => '(', '%29' => ')', '%2A' => '*'];
        return strtr(rawurlencode($reference), $kept);
    }

    /** The reference of a raw (percent-encoded) path segment; null when it is not one. */
    public static function decode(string $segment): ?string
    {
        if (preg_match('~^(?:(?![/\\\\?#%])[\x21-\x7e]|%[0-9A-Fa-f]{2})+$~D', $segment) !== 1) {
            return null;
        }
        $reference = rawurldecode($segment);
        return self::isValid($reference) ? $reference : null;
    }
}
