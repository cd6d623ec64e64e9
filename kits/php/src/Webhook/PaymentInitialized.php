<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Webhook;

use Wasl\PartnerKit\Wire\Time;

/** A payer started to pay; the reference is locked. */
final class PaymentInitialized extends WebhookEvent
{
    public readonly \DateTimeImmutable $lockReleaseTime;
    public readonly \DateTimeImmutable $initializedAt;

    protected function readOwn(\stdClass $data): void
    {
        $this->lockReleaseTime = Time::parse($data->lockReleaseTime);
        $this->initializedAt = Time::parse($data->initializedAt);
    }
}
