<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Client;

use Wasl\PartnerKit\Wire\Shown;

/** @internal */
final class PlatformText
{
    private const LENGTH_MAX = 500;

    /**
     * Makes text of an answer safe for logs: one short line, without the key (a server may echo
     * it).
     */
    public static function safe(string $text, #[\SensitiveParameter] string $apiKey): string
    {
        $without = str_replace($apiKey, '[key]', $text);
        // Control and format characters (bidirectional overrides among them), line separators.
        $line = trim(preg_replace('/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/u', ' ', $without) ?? '');
        $short = Shown::firstCharacters($line, self::LENGTH_MAX);
        return strlen($short) < strlen($line)
            ? Shown::firstCharacters($line, self::LENGTH_MAX - 1) . '…'
            : $line;
    }
}
