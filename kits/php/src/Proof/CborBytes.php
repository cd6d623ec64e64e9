<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Proof;

/**
 * A byte string, which PHP would not tell from a text.
 *
 * @internal
 */
final class CborBytes
{
    public function __construct(public readonly string $bytes)
    {
    }
}
