<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Webhook;

use Wasl\PartnerKit\Amount;
use Wasl\PartnerKit\Wire\Time;

/** The operator refunded the payment; sent only if you asked the operator for it (D27). */
final class PaymentRefunded extends WebhookEvent
{
    public readonly string $refundId;
    public readonly Amount $refundedAmount;
    public readonly Amount $refundedTotal;
    public readonly \DateTimeImmutable $refundedAt;
    public readonly ?string $reason;

    /** A payment has one event of each refund. */
    public function dedupeKey(): string
    {
        return parent::dedupeKey() . ":$this->refundId";
    }

    protected function readOwn(\stdClass $data): void
    {
        $this->refundId = $data->refundId;
        $this->refundedAmount = Amount::fromWire($data->refundedAmount);
        $this->refundedTotal = Amount::fromWire($data->refundedTotal);
        $this->refundedAt = Time::parse($data->refundedAt);
        $this->reason = $data->reason;
    }
}
