<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Reconcile;

use Wasl\PartnerKit\Client\CallFailed;
use Wasl\PartnerKit\Client\PaymentStatus;

/** A difference between the two sides, or a reference without an answer. */
final class Finding
{
    public function __construct(
        public readonly Difference $difference,
        /** Your record. */
        public readonly ReferenceToCheck $here,
        /** The platform's status; null for `Unanswered`. */
        public readonly ?PaymentStatus $there,
        public readonly ?CallFailed $failure = null,
        /** For `Unanswered`: whether this run asks again. */
        public readonly bool $willRetry = false,
    ) {
    }
}
