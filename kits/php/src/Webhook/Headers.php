<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Webhook;

/** @internal */
final class Headers
{
    /** Matches no valid header, so a header that is not text is refused. */
    private const UNREADABLE = ', ';

    /**
     * Reads headers of any case. Two spellings of a name, and a list of values, are a repeated
     * header.
     *
     * @param array<array-key, mixed> $headers
     * @return array<string, string> by the name in small letters.
     */
    public static function values(array $headers): array
    {
        $values = [];
        foreach ($headers as $name => $value) {
            $text = is_string($value) ? $value : self::text($value);
            $key = strtolower((string) $name);
            if ($text !== null) {
                $values[$key] = isset($values[$key]) ? "$values[$key], $text" : $text;
            }
        }
        return $values;
    }

    /**
     * @param array<array-key, mixed> $headers
     * @return \Closure(string): ?string
     */
    public static function reader(array $headers): \Closure
    {
        $values = self::values($headers);
        return static fn(string $name): ?string => $values[$name] ?? null;
    }

    private static function text(mixed $value): ?string
    {
        if ($value === null) {
            return null;
        }
        if (!is_array($value)) {
            return self::UNREADABLE;
        }
        $texts = array_filter($value, is_string(...));
        if (count($texts) < count($value)) {
            return self::UNREADABLE;
        }
        return $value === [] ? null : implode(', ', $value);
    }
}
