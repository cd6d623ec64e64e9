<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Proof;

/**
 * The bytes are not what they should be.
 *
 * @internal
 */
final class Malformed extends \RuntimeException
{
    /** @throws self when the condition is false. */
    public static function unless(bool $condition): void
    {
        if (!$condition) {
            throw new self();
        }
    }
}
