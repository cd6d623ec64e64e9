<?php

declare(strict_types=1);

namespace Wasl\PartnerKit;

/** One line of the breakdown that the payer sees. */
final class AmountLine
{
    public readonly Amount $value;

    /**
     * @param mixed $value a text such as `"150.00"`, or `Amount::lineOfCentimes(15000)`; it may be
     *   zero or negative, such as a discount.
     * @throws InvalidAmount
     */
    public function __construct(
        mixed $value,
        public readonly ?string $ar = null,
        public readonly ?string $fr = null,
        public readonly ?string $en = null,
    ) {
        $this->value = Amount::line($value);
    }
}
