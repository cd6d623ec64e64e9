<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Wire;

/** Times in bodies (D3): ISO 8601 in UTC with milliseconds. */
final class Time
{
    public const EXPECTED = 'a time in UTC with milliseconds such as 2026-11-21T09:00:00.000Z';

    private static ?\DateTimeZone $utc = null;

    /** The day of the last time that was parsed. Most times are of the day of the one before. */
    private static string $day = '';
    private static ?\DateTimeImmutable $midnight = null;

    public static function isValid(mixed $value): bool
    {
        $pattern = '/^([0-9]{4})-([0-9]{2})-([0-9]{2})T'
            . '(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\.[0-9]{3}Z$/D';
        return is_string($value) && preg_match($pattern, $value, $parts) === 1
            && self::isDay($parts[1], $parts[2], $parts[3]);
    }

    public static function isDate(mixed $value): bool
    {
        return is_string($value)
            && preg_match('/^([0-9]{4})-([0-9]{2})-([0-9]{2})$/D', $value, $parts) === 1
            && self::isDay($parts[1], $parts[2], $parts[3]);
    }

    /** @param string $time a valid one. */
    public static function parse(string $time): \DateTimeImmutable
    {
        $day = substr($time, 0, 10);
        if ($day !== self::$day) {
            self::$utc ??= new \DateTimeZone('UTC');
            self::$midnight = new \DateTimeImmutable($day, self::$utc);
            self::$day = $day;
        }
        return self::$midnight->setTime(
            (int) substr($time, 11, 2),
            (int) substr($time, 14, 2),
            (int) substr($time, 17, 2),
            (int) substr($time, 20, 3) * 1000,
        );
    }

    public static function format(\DateTimeInterface $time): string
    {
        $utc = \DateTimeImmutable::createFromInterface($time)->setTimezone(new \DateTimeZone('UTC'));
        return $utc->format('Y-m-d\TH:i:s.v\Z');
    }

    private static function isDay(string $year, string $month, string $day): bool
    {
        // checkdate has no year 0; the years repeat every 400.
        return checkdate((int) $month, (int) $day, (int) $year % 400 + 400);
    }
}
