<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Client;

/** @internal */
final class HeaderLines
{
    /** @param array<string, string> $headers */
    public static function add(array &$headers, string $line): void
    {
        if (str_starts_with($line, 'HTTP/')) {
            // Those of an earlier answer, such as 100 Continue.
            $headers = [];
            return;
        }
        [$name, $value] = [...explode(':', $line, 2), null];
        if ($value === null) {
            return;
        }
        $key = strtolower(trim((string) $name));
        $text = trim($value);
        $headers[$key] = isset($headers[$key]) ? "$headers[$key], $text" : $text;
    }
}
