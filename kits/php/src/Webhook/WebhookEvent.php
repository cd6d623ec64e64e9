<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Webhook;

use Wasl\PartnerKit\Amount;
use Wasl\PartnerKit\Wire\ChannelKind;
use Wasl\PartnerKit\Wire\Currency;
use Wasl\PartnerKit\Wire\EventKind;
use Wasl\PartnerKit\Wire\QrConfigKind;

/** What every event says (section 6, D15). */
abstract class WebhookEvent
{
    public readonly EventKind $kind;
    public readonly string $reference;
    public readonly string $paymentId;
    public readonly ChannelKind $channel;
    public readonly Amount $amount;
    public readonly Currency $currency;
    /**
     * Only for a payment by QR code: the platform made its reference, and you never looked it up.
     */
    public readonly ?string $qrCodeToken;
    /**
     * For a payment by QR code: the kind of the amount that you had set. Null when the payer chose
     * the amount: compare it with the price before you hand over the goods.
     */
    public readonly ?QrConfigKind $qrConfigKind;
    /** Every field as it was sent, also those that this release does not know. */
    public readonly \stdClass $data;

    /** @param ?Amount $amount that of the data, where it was read already. */
    final public function __construct(EventKind $kind, \stdClass $data, ?Amount $amount = null)
    {
        $this->kind = $kind;
        $this->data = $data;
        $this->reference = $data->reference;
        $this->paymentId = $data->paymentId;
        $this->channel = ChannelKind::from($data->channel);
        $this->amount = $amount ?? Amount::fromWire($data->amount);
        $this->currency = Currency::from($data->currency);
        $this->qrCodeToken = $data->qrCodeToken ?? null;
        $config = $data->qrConfigKind ?? null;
        $this->qrConfigKind = $config === null ? null : QrConfigKind::from($config);
        $this->readOwn($data);
    }

    /** Identifies an event by its signed content, never by the unsigned `X-Event-Id` (D13). */
    public function dedupeKey(): string
    {
        return "{$this->kind->value}:$this->paymentId";
    }

    abstract protected function readOwn(\stdClass $data): void;
}
