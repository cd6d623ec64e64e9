<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Webhook;

use Wasl\PartnerKit\Wire\Time;

/** The payer paid. */
final class PaymentSuccess extends WebhookEvent
{
    public readonly \DateTimeImmutable $paidAt;

    protected function readOwn(\stdClass $data): void
    {
        $this->paidAt = Time::parse($data->paidAt);
    }
}
