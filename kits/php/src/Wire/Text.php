<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Wire;

/** @internal */
final class Text
{
    // Unicode's White_Space, which PCRE has no name for.
    private const SPACE =
        '[\x09-\x0d\x20\x{85}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}]';

    /**
     * Whether a text is one line of 1 to `lengthMax` Unicode characters: valid UTF-8, no control
     * characters, no white space at either end.
     */
    public static function isLine(string $text, int $lengthMax): bool
    {
        if ($text === '' || strlen($text) > $lengthMax * 4) {
            return false;
        }
        return preg_match('/^[^\p{Cc}]{1,' . $lengthMax . '}$/Du', $text) === 1
            && !self::hasOuterSpace($text);
    }

    public static function hasOuterSpace(string $text): bool
    {
        return preg_match('/^' . self::SPACE . '|' . self::SPACE . '$/Du', $text) === 1;
    }

    public static function isUtf8(string $text): bool
    {
        return preg_match('//u', $text) === 1;
    }

    /** The length in UTF-16 units, as the protocol counts it; null when the text is not UTF-8. */
    public static function utf16Length(string $text): ?int
    {
        $characters = preg_match_all('/./su', $text);
        if ($characters === false) {
            return null;
        }
        return $characters + (int) preg_match_all('/[\x{10000}-\x{10ffff}]/u', $text);
    }
}
