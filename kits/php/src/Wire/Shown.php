<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Wire;

/**
 * A received value in a message: strings in quotes, long values cut, arrays and objects only by
 * their type.
 *
 * @internal
 */
final class Shown
{
    private const LENGTH_MAX = 60;

    private const FLAGS = JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES
        | JSON_UNESCAPED_LINE_TERMINATORS | JSON_INVALID_UTF8_SUBSTITUTE;

    public static function value(mixed $value): string
    {
        return match (true) {
            $value instanceof Missing => 'nothing',
            $value === null => 'null',
            is_string($value) => self::text($value),
            is_int($value), is_float($value) => Number::text($value),
            is_bool($value) => $value ? 'true' : 'false',
            is_array($value) => 'an array',
            default => 'an object',
        };
    }

    public static function quoted(string $text): string
    {
        return (string) json_encode($text, self::FLAGS);
    }

    private static function text(string $text): string
    {
        $kept = self::firstCharacters($text, self::LENGTH_MAX);
        return self::quoted($kept) . (strlen($kept) < strlen($text) ? '…' : '');
    }

    public static function firstCharacters(string $text, int $max): string
    {
        if (preg_match('/^.{0,' . $max . '}/su', $text, $found) === 1) {
            return $found[0];
        }
        // Not UTF-8.
        return substr($text, 0, $max);
    }
}
