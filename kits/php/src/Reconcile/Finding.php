<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Reconcile;

use Wasl\PartnerKit\Client\CallFailed;
use Wasl\PartnerKit\Client\PaymentStatus;
use Wasl\PartnerKit\Wire\WebhookDelivery;

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

    /** @return list<self> */
    public static function of(ReferenceToCheck $here, PaymentStatus $there): array
    {
        $failed = $there->webhookDelivery === WebhookDelivery::Failed;
        $differences = Difference::between($here, $there->stage, $there->amount, $failed);
        return array_map(static fn(Difference $one): self => new self($one, $here, $there), $differences);
    }
}
