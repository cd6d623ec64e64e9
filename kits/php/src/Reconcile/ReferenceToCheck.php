<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Reconcile;

use Wasl\PartnerKit\Amount;
use Wasl\PartnerKit\InvalidAmount;
use Wasl\PartnerKit\InvalidOption;
use Wasl\PartnerKit\Wire\Shown;

/** A reference of your records. */
final class ReferenceToCheck
{
    public readonly ReferenceState $state;
    public readonly ?Amount $amount;

    /**
     * @param ReferenceState|string $state `open`, `locked`, `paid` or `refunded`.
     * @param mixed $amount a text such as `"599.80"` or an `Amount`. Without it, amounts are not
     *   compared.
     * @throws InvalidOption
     */
    public function __construct(
        public readonly string $reference,
        ReferenceState|string $state,
        mixed $amount = null,
    ) {
        $this->state = is_string($state) ? self::stateOf($state) : $state;
        try {
            $this->amount = $amount === null ? null : Amount::dinars($amount);
        } catch (InvalidAmount $problem) {
            throw new InvalidOption("reconcile: references: amount: {$problem->getMessage()}");
        }
    }

    private static function stateOf(string $state): ReferenceState
    {
        return ReferenceState::tryFrom($state) ?? throw new InvalidOption(
            'reconcile: references: state: expected one of open, locked, paid, refunded, received '
            . Shown::quoted($state),
        );
    }
}
