<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Webhook;

use Wasl\PartnerKit\Wire\FailReason;
use Wasl\PartnerKit\Wire\Time;

/** The payment failed, was cancelled or expired; the reference is free again. */
final class PaymentFail extends WebhookEvent
{
    public readonly \DateTimeImmutable $failedAt;
    public readonly FailReason $reason;

    protected function readOwn(\stdClass $data): void
    {
        $this->failedAt = Time::parse($data->failedAt);
        $this->reason = FailReason::from($data->reason);
    }
}
