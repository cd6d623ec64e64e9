<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Wire;

/** @internal */
final class Names
{
    /**
     * The strings of a backed enum.
     *
     * @param class-string<\BackedEnum> $enum
     * @return list<string>
     */
    public static function of(string $enum): array
    {
        return array_column($enum::cases(), 'value');
    }
}
