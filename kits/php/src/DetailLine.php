<?php

declare(strict_types=1);

namespace Wasl\PartnerKit;

/** One more thing that the payer sees, such as the period or the name of the shop. */
final class DetailLine
{
    public function __construct(
        public readonly string $value,
        public readonly ?string $ar = null,
        public readonly ?string $fr = null,
        public readonly ?string $en = null,
    ) {
    }
}
