<?php

declare(strict_types=1);

/*
 * The shop's records in one JSON file: what is owed, what is paid, and which events were handled.
 * Yours are in a database; there, "seen" and "paid" are one transaction instead of one write.
 */

/** What the platform is told of a reference: 'not_found', 'already_paid', 'unavailable', or an array. */
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
 * Takes an event once, however often it comes. What cannot be right is thrown: then it is not
 * acknowledged, and the platform keeps it and shows its operator that it fails.
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
        throw new RuntimeException("There is no order $reference, but payment $paymentId was taken for it.");
    }
    if (!in_array($order['paidBy'], [null, $paymentId], true)) {
        throw new RuntimeException("$reference is paid by {$order['paidBy']}; now $paymentId came too.");
    }
    if (shop_centimes($data['amount'] ?? 0) !== shop_centimes($order['total_amount'])) {
        throw new RuntimeException("$reference costs {$order['total_amount']} DZD; $paymentId took another amount.");
    }
    $orders[$reference] = [...$order, 'paidBy' => $paymentId];
    return $orders;
}

/**
 * By the QR code on the counter nothing was ordered before: the payment itself is the order. Without
 * a qrConfigKind the payer named the amount: compare it before you hand anything over.
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

/** Money is compared in whole centimes. */
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

/** Changes the records, one change at a time: whole and safely on the disk, or not at all. */
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
        // Whoever reads finds the old records or the new ones, never half.
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
