<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Client;

use Wasl\PartnerKit\InvalidOption;

/**
 * Checks options. No message contains the key or the URL.
 *
 * @internal
 */
final class ClientOptions
{
    private const KEY_LENGTH_MAX = 512;
    private const URL_LENGTH_MAX = 2048;

    public static function url(string $name, mixed $value, bool $allowHttp): string
    {
        if (!is_string($value)) {
            throw self::wrong("$name: expected a URL, " . self::notText($value));
        }
        $problem = self::urlProblem($value);
        if ($problem !== null) {
            throw self::wrong("$name: $problem");
        }
        $parts = (array) parse_url($value);
        $host = strtolower((string) ($parts['host'] ?? ''));
        if (strtolower($parts['scheme'] ?? '') !== 'https' && !$allowHttp && !self::isLoopback($host)) {
            throw self::wrong("$name: expected https, because every request contains the key");
        }
        return rtrim($value, '/');
    }

    public static function key(#[\SensitiveParameter] mixed $value): string
    {
        if (!is_string($value)) {
            $expected = "expected the key that the platform's operator gave you";
            throw self::wrong("apiKey: $expected, " . self::notText($value));
        }
        $length = strlen($value);
        if ($length === 0 || $length > self::KEY_LENGTH_MAX) {
            $max = self::KEY_LENGTH_MAX;
            throw self::wrong("apiKey: expected a key of 1 to $max characters, received $length");
        }
        if (preg_match('/^[\x21-\x7e]+$/D', $value) !== 1) {
            $expected = 'expected visible ASCII characters without spaces or line ends';
            throw self::wrong("apiKey: $expected");
        }
        return $value;
    }

    public static function language(string $value): string
    {
        if (in_array($value, ['en', 'fr', 'ar'], true)) {
            return $value;
        }
        throw self::wrong("language: expected one of en, fr, ar, received $value");
    }

    private static function urlProblem(string $value): ?string
    {
        $parts = parse_url($value);
        return match (true) {
            strlen($value) > self::URL_LENGTH_MAX =>
                'expected at most ' . self::URL_LENGTH_MAX . ' characters',
            preg_match('/^[\x21-\x7e]+$/D', $value) !== 1 =>
                'expected a URL of printable ASCII characters, without spaces',
            preg_match('~^https?://[^/\\\\]~i', $value) !== 1, !isset($parts['host']) =>
                'expected an absolute URL such as https://shop.example/payments',
            isset($parts['user']), isset($parts['pass']),
            preg_match('~^[^/]*//[^/]*@~', $value) === 1 =>
                'expected a URL without a user name or password',
            strpbrk($value, '?#') !== false =>
                'expected a URL without a query (?) or a fragment (#)',
            default => null,
        };
    }

    private static function isLoopback(string $host): bool
    {
        return $host === '[::1]' || preg_match('/^127(?:\.\d{1,3}){3}$/D', $host) === 1
            || preg_match('/(?:^|\.)localhost$/D', $host) === 1;
    }

    private static function notText(#[\SensitiveParameter] mixed $value): string
    {
        return $value === null || $value === false
            ? 'received nothing (is the environment variable set?)'
            : 'received ' . get_debug_type($value);
    }

    private static function wrong(string $problem): InvalidOption
    {
        return new InvalidOption("Client: $problem");
    }
}
