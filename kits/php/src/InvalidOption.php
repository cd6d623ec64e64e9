<?php

declare(strict_types=1);

namespace Wasl\PartnerKit;

/** An option is wrong. The message names it, what was expected and what was received, no secret. */
final class InvalidOption extends \InvalidArgumentException implements WaslException
{
    public function errorCode(): string
    {
        return 'invalid_option';
    }

    /** @throws self unless the value is within the limits. */
    public static function expectInteger(
        string $maker,
        string $name,
        int $value,
        int $min,
        int $max,
    ): int {
        if ($value >= $min && $value <= $max) {
            return $value;
        }
        throw new self("$maker: $name: expected an integer from $min to $max, received $value");
    }
}
