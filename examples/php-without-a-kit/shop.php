<?php

declare(strict_types=1);

/*
 * The shop's records in one JSON file: orders, payments and handled events. In your database, write
 * "seen" and "paid" in one transaction.
 */

/** 'not_found', 'already_paid', 'unavailable', or the payment details. */
function shop_look_up(string $reference): string|array
{
    $order = shop_records()['orders'][$reference] ?? null;
    if ($order === null) {
        return 'not_found';
    }
    if ($order['paidBy'] !== null) {
        return 'already_paid';
    }
    if ($order['unavailable']) {
        return 'unavailable';
    }
    return [
        'reference' => $reference,
        'total_amount' => $order['total_amount'],
        'currency' => 'DZD',
        'amount_detail' => $order['amount_detail'],
        'details' => $order['details'],
    ];
}

/**
 * Handles each event once. An event that throws is not acknowledged; the platform keeps it and shows
 * its operator that it fails.
 */
function shop_take(string $event, array $data): void
{
    shop_change(function (array $records) use ($event, $data): array {
        $key = "$event:{$data['paymentId']}";
        if (isset($records['events'][$key])) {
            return $records;
        }
        $records['events'][$key] = gmdate('Y-m-d\TH:i:s\Z');
        if ($event === 'payment.success') {
            $records['orders'] = shop_mark_paid($records['orders'], $data);
        }
        return $records;
    });
}

function shop_mark_paid(array $orders, array $data): array
{
    ['reference' => $reference, 'paymentId' => $paymentId] = $data;
    $order = $orders[$reference] ?? shop_counter_sale($data);
    if ($order === null) {
        throw new RuntimeException("Payment $paymentId is for the unknown order $reference.");
    }
    if (!in_array($order['paidBy'], [null, $paymentId], true)) {
        throw new RuntimeException("$reference is already paid by {$order['paidBy']}; refused $paymentId.");
    }
    if (shop_centimes($data['amount'] ?? 0) !== shop_centimes($order['total_amount'])) {
        throw new RuntimeException("$reference costs {$order['total_amount']} DZD; $paymentId paid another amount.");
    }
    $orders[$reference] = [...$order, 'paidBy' => $paymentId];
    return $orders;
}

/**
 * A payment by the QR code on the counter has no earlier order: the payment is the order. Without a
 * qrConfigKind the payer chose the amount: check it before you hand over the goods.
 */
function shop_counter_sale(array $data): ?array
{
    return !is_string($data['qrCodeToken'] ?? null) ? null : [
        'total_amount' => $data['amount'],
        'amount_detail' => [],
        'details' => [],
        'paidBy' => null,
        'unavailable' => false,
        'qrCodeToken' => $data['qrCodeToken'],
        'qrConfigKind' => $data['qrConfigKind'] ?? null,
    ];
}

/** Compare money in whole centimes, never as floating-point numbers. */
function shop_centimes(int|float $dinars): int
{
    return (int) round($dinars * 100);
}

function shop_file(): string
{
    return getenv('DATA_FILE') ?: __DIR__ . '/.wasl/shop.json';
}

function shop_records(): array
{
    if (!is_file(shop_file())) {
        shop_change(fn(array $records): array => $records);
    }
    return json_decode(file_get_contents(shop_file()), true, 512, JSON_THROW_ON_ERROR);
}

/** Changes the records under a lock. The whole change reaches the disk, or none of it. */
function shop_change(callable $change): void
{
    $file = shop_file();
    is_dir(dirname($file)) || mkdir(dirname($file), 0700, true);
    $lock = fopen("$file.lock", 'c');
    flock($lock, LOCK_EX);
    try {
        $records = is_file($file)
            ? json_decode(file_get_contents($file), true, 512, JSON_THROW_ON_ERROR)
            : shop_first_records();
        $changed = json_encode($change($records), JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE);
        $new = fopen("$file.new", 'w');
        fwrite($new, $changed);
        fsync($new);
        fclose($new);
        // rename is atomic: a reader sees the old records or the new ones.
        rename("$file.new", $file);
    } finally {
        fclose($lock);
    }
}

function shop_first_records(): array
{
    $orders = [];
    foreach (json_decode(file_get_contents(__DIR__ . '/references.json'), true) as $order) {
        $orders[$order['reference']] = [
            'total_amount' => $order['total_amount'],
            'amount_detail' => $order['amount_detail'] ?? [],
            'details' => $order['details'] ?? [],
            'paidBy' => ($order['paid'] ?? false) ? 'an earlier payment' : null,
            'unavailable' => $order['unavailable'] ?? false,
        ];
    }
    return ['orders' => $orders, 'events' => []];
}
