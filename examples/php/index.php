<?php

declare(strict_types=1);

use Wasl\PartnerKit\Adapter\PlainPhp;
use Wasl\PartnerKit\Amount;
use Wasl\PartnerKit\Dedupe\PdoDedupe;
use Wasl\PartnerKit\LogEntry;
use Wasl\PartnerKit\LookupAnswer;
use Wasl\PartnerKit\Partner;
use Wasl\PartnerKit\Webhook\PaymentSuccess;

require __DIR__ . '/../../kits/php/autoload.php';
require __DIR__ . '/shop.php';

$shop = new Shop(getenv('DATA_FILE') ?: __DIR__ . '/.wasl/shop.sqlite');
// One secret, or several separated by commas during a rotation.
$secrets = fn(string $name): array => array_map('trim', explode(',', (string) getenv($name)));

PlainPhp::serve(new Partner(
    apiSecret: $secrets('API_SECRET'),
    hmacSecret: $secrets('HMAC_SECRET'),
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
    // In the kit's transaction. An event that throws is not acknowledged, and comes again.
    onSuccess: fn(PaymentSuccess $event) => $shop->markPaid($event),
    log: fn(LogEntry $entry) => error_log("$entry->message {$entry->exception?->getMessage()}"),
));
