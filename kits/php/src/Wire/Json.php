<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Wire;

use Wasl\PartnerKit\Amount;

/**
 * JSON whose numbers are exact: an amount is written with its own digits, whatever the
 * configuration of PHP is.
 *
 * @internal
 */
final class Json
{
    private const FLAGS = JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES
        | JSON_UNESCAPED_LINE_TERMINATORS;

    private const DEPTH_MAX = 512;

    /** @throws \JsonException */
    public static function decode(string $text): mixed
    {
        return json_decode($text, false, self::DEPTH_MAX, JSON_THROW_ON_ERROR);
    }

    /** @throws \JsonException when a text is not UTF-8. */
    public static function encode(mixed $value): string
    {
        if ($value instanceof Amount) {
            return $value->toJson();
        }
        if ($value instanceof \stdClass) {
            return self::encodeObject(get_object_vars($value));
        }
        if (!is_array($value)) {
            return is_float($value) ? Number::text($value) : json_encode($value, self::FLAGS);
        }
        if (array_is_list($value)) {
            return '[' . implode(',', array_map(self::encode(...), $value)) . ']';
        }
        return self::encodeObject($value);
    }

    /** @param array<array-key, mixed> $fields */
    private static function encodeObject(array $fields): string
    {
        $parts = [];
        foreach ($fields as $name => $value) {
            $parts[] = json_encode((string) $name, self::FLAGS) . ':' . self::encode($value);
        }
        return '{' . implode(',', $parts) . '}';
    }
}
