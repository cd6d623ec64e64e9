<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Proof;

/**
 * A map, which PHP would not tell from a list.
 *
 * @internal
 */
final class CborMap
{
    /** @param array<int, mixed> $items */
    public function __construct(public readonly array $items)
    {
    }
}
