<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Client;

use Wasl\PartnerKit\Amount;
use Wasl\PartnerKit\Wire\ChannelKind;
use Wasl\PartnerKit\Wire\Stage;
use Wasl\PartnerKit\Wire\Time;
use Wasl\PartnerKit\Wire\WebhookDelivery;

/** The status of a reference (section 2.6, D7). */
final class PaymentStatus
{
    private function __construct(
        public readonly Stage $stage,
        public readonly bool $locked,
        public readonly bool $paid,
        public readonly ?\DateTimeImmutable $lockReleaseTime,
        public readonly ?string $paymentId,
        public readonly ?ChannelKind $channel,
        public readonly ?string $currency,
        public readonly ?Amount $amount,
        public readonly ?WebhookDelivery $webhookDelivery,
        public readonly ?\DateTimeImmutable $paidAt,
        public readonly ?\DateTimeImmutable $refundedAt,
        /** Refunded so far; null when nothing was. */
        public readonly ?Amount $refundedAmount,
    ) {
    }

    /** @internal for an answer without a problem. */
    public static function of(\stdClass $status): self
    {
        $time = static fn(?string $text): ?\DateTimeImmutable =>
            $text === null ? null : Time::parse($text);
        $payment = $status->payment;
        $refunded = Amount::signedCentimes($payment->refundedAmount ?? 0) ?? 0;
        return new self(
            Stage::from($status->stage),
            $status->locked,
            $status->paid,
            $time($status->lockReleaseTime),
            $status->paymentId,
            $status->channel === null ? null : ChannelKind::from($status->channel),
            $status->currency,
            $status->amount === null ? null : Amount::fromWire($status->amount),
            $payment === null ? null : WebhookDelivery::from($payment->webhookDelivery),
            $time($payment->paidAt ?? null),
            $time($payment->refundedAt ?? null),
            $refunded === 0 ? null : Amount::centimes($refunded),
        );
    }
}
