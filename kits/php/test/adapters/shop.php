<?php

declare(strict_types=1);

use Wasl\PartnerKit\Amount;
use Wasl\PartnerKit\Dedupe\PdoDedupe;
use Wasl\PartnerKit\LogEntry;
use Wasl\PartnerKit\LookupAnswer;
use Wasl\PartnerKit\Partner;
use Wasl\PartnerKit\Webhook\PaymentSuccess;

/*
 * The shop of every adapter, the one of examples/php, with the partner at /payments.
 */

require __DIR__ . '/../../autoload.php';
require __DIR__ . '/../../../../examples/php/shop.php';

function shopPartner(string $basePath): Partner
{
    $shop = new Shop((string) getenv('DATA_FILE'));
    return new Partner(
        apiSecret: explode(',', (string) getenv('API_SECRET')),
        hmacSecret: explode(',', (string) getenv('HMAC_SECRET')),
        dedupe: new PdoDedupe($shop->pdo),
        lookup: function (string $reference) use ($shop): LookupAnswer {
            $order = $shop->order($reference);
            return match (true) {
                $order === null => LookupAnswer::notFound(),
                $order->paid_by !== null => LookupAnswer::alreadyPaid(),
                $order->unavailable === 1 => LookupAnswer::unavailable(),
                default => LookupAnswer::payable(
                    Amount::centimes($order->centimes),
                    json_decode($order->amount_detail, true),
                    json_decode($order->details, true),
                ),
            };
        },
        onSuccess: fn(PaymentSuccess $event) => $shop->markPaid($event),
        log: fn(LogEntry $entry) => error_log("$entry->code {$entry->exception?->getMessage()}"),
        basePath: $basePath,
    );
}
