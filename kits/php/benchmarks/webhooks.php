<?php

declare(strict_types=1);

/*
 * Webhooks verified per second, in this process: the kit, and the way that stripe-php documents for
 * its own webhooks. Run it on a quiet machine: php kits/php/benchmarks/webhooks.php
 *
 * The baseline is written from Stripe's documentation ("Verify webhook signatures manually") and
 * not from its code: split the header Stripe-Signature into its elements, compute HMAC-SHA256 over
 * the timestamp, a point and the body, compare it in constant time with each v1, compare the
 * timestamp with the clock, and decode the JSON into an associative array. `Webhook::constructEvent`
 * returns an event with properties, and so does the kit: that way is compared with it (goal: 1).
 * The kit also checks an API secret and every field, and makes an exact amount and a time. Both
 * verify events of the same size.
 */

use Wasl\PartnerKit\Webhook\Signature;
use Wasl\PartnerKit\Webhook\WebhookVerifier;

require __DIR__ . '/../autoload.php';

const API_SECRET = 'wasl_sec_bench_00000000000000000000000000001';
const HMAC_SECRET = 'wasl_hmac_bench_0000000000000000000000000001';
const ROUNDS = 200;
const EVENTS = 400;

function documentedWay(string $payload, string $header, string $secret, int $tolerance): array
{
    $timestamp = null;
    $signatures = [];
    foreach (explode(',', $header) as $element) {
        [$prefix, $value] = explode('=', $element, 2);
        if ($prefix === 't') {
            $timestamp = $value;
        } elseif ($prefix === 'v1') {
            $signatures[] = $value;
        }
    }
    if ($timestamp === null || $signatures === []) {
        throw new RuntimeException('The header has no timestamp or no signature.');
    }
    $expected = hash_hmac('sha256', "$timestamp.$payload", $secret);
    $fits = false;
    foreach ($signatures as $signature) {
        if (hash_equals($expected, $signature)) {
            $fits = true;
            break;
        }
    }
    if (!$fits) {
        throw new RuntimeException('No signature matches.');
    }
    if (abs(time() - (int) $timestamp) > $tolerance) {
        throw new RuntimeException('The timestamp is too old.');
    }
    return json_decode($payload, true, 512, JSON_THROW_ON_ERROR);
}

/** An event with properties, as an SDK constructs it. */
final class Event
{
    private array $values = [];

    public static function of(array $values): self
    {
        $event = new self();
        foreach ($values as $name => $value) {
            $event->values[$name] = is_array($value) ? self::of($value) : $value;
        }
        return $event;
    }

    public function __get(string $name): mixed
    {
        return $this->values[$name] ?? null;
    }
}

/** Events per second. */
function measure(callable $verify): float
{
    $start = hrtime(true);
    for ($count = 0; $count < EVENTS; $count += 1) {
        $verify();
    }
    return EVENTS / ((hrtime(true) - $start) / 1e9);
}

$body = '{"event":"payment.success","data":{"reference":"INV-2026-0001","paymentId":'
    . '"019ab1c2-7c00-7abc-8def-0123000003e9","channel":"AGENCY","amount":599.8,"currency":"DZD",'
    . '"paidAt":"2026-11-21T09:00:00.000Z"}}';
$timestamp = (string) time();
$verifier = new WebhookVerifier(API_SECRET, HMAC_SECRET);
$headers = [
    'Authorization' => 'Bearer ' . API_SECRET,
    'X-Timestamp' => $timestamp,
    'X-Signature' => Signature::sign($body, $timestamp, HMAC_SECRET),
];
$stripe = "t=$timestamp,v1=" . hash_hmac('sha256', "$timestamp.$body", HMAC_SECRET);

$ways = [
    'the kit (API secret, timestamp, signature, every field)' =>
        fn() => $verifier->verify($body, $headers),
    'the documented way of stripe-php (timestamp, signature, JSON)' =>
        fn() => documentedWay($body, $stripe, HMAC_SECRET, 300),
    'the same, and an event with properties' =>
        fn() => Event::of(documentedWay($body, $stripe, HMAC_SECRET, 300)),
    'the kit, signature and timestamp alone' => fn() => Signature::verify(
        $body,
        $timestamp,
        $headers['X-Signature'],
        [HMAC_SECRET],
        time(),
    ),
];
$speeds = array_fill_keys(array_keys($ways), []);
// In turns, so that a change of the machine's speed meets all of them.
for ($round = 0; $round < ROUNDS; $round += 1) {
    foreach ($ways as $name => $verify) {
        $speeds[$name][] = measure($verify);
    }
}
$kit = $speeds[array_key_first($ways)];
echo "    best  ratio  median of the pairs\n";
foreach ($speeds as $name => $values) {
    $pairs = array_map(static fn(float $own, float $other) => $own / $other, $kit, $values);
    sort($pairs);
    $ratio = max($kit) / max($values);
    printf("%6d/s  %5.2f  %5.2f  %s\n", max($values), $ratio, $pairs[intdiv(ROUNDS, 2)], $name);
}
