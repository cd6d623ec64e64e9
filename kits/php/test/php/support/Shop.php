<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Test;

use Wasl\PartnerKit\Answer;
use Wasl\PartnerKit\BodyProblem;
use Wasl\PartnerKit\Dedupe\Dedupe;
use Wasl\PartnerKit\Dedupe\MemoryDedupe;
use Wasl\PartnerKit\Incoming;
use Wasl\PartnerKit\LogEntry;
use Wasl\PartnerKit\LookupAnswer;
use Wasl\PartnerKit\Partner;
use Wasl\PartnerKit\Webhook\PaymentSuccess;
use Wasl\PartnerKit\Webhook\Signature;

/** A partner whose clock stands still, with a log to look into, and signed requests. */
final class TestShop
{
    public const API_SECRET = 'wasl_sec_test_0000000000000000000000000000001';
    public const HMAC_SECRET = 'wasl_hmac_test_000000000000000000000000000002';
    public const NOW = 1_795_251_600;

    /** @var list<LogEntry> */
    public array $log = [];
    /** @var list<PaymentSuccess> */
    public array $paid = [];
    private readonly Partner $partner;

    public function __construct(
        ?callable $lookup = null,
        ?callable $onSuccess = null,
        ?Dedupe $dedupe = null,
        mixed ...$options,
    ) {
        $this->partner = new Partner(...[
            'apiSecret' => self::API_SECRET,
            'hmacSecret' => self::HMAC_SECRET,
            'lookup' => $lookup ?? fn(): LookupAnswer => LookupAnswer::payable('599.80'),
            'onSuccess' => $onSuccess ?? function (PaymentSuccess $event): void {
                $this->paid[] = $event;
            },
            'dedupe' => $dedupe ?? new MemoryDedupe(),
            'log' => function (LogEntry $entry): void {
                $this->log[] = $entry;
            },
            'now' => fn(): int => self::NOW,
            ...$options,
        ]);
    }

    /** @param array<string, mixed> $headers replaces the right ones; null leaves one out. */
    public function lookUp(string $segment = 'INV-1', array $headers = []): Answer
    {
        return $this->send('GET', "/$segment", $headers, '');
    }

    public function deliver(
        string|BodyProblem $body,
        array $headers = [],
        string $secret = self::HMAC_SECRET,
    ): Answer {
        $signed = is_string($body) ? Signature::sign($body, (string) self::NOW, $secret) : '';
        $all = ['x-signature' => $signed, ...$headers];
        return $this->send('POST', '/webhooks/platform', $all, $body);
    }

    public function send(
        string $method,
        string $path,
        array $headers,
        string|BodyProblem $body,
    ): Answer {
        $right = ['authorization' => 'Bearer ' . self::API_SECRET, 'x-timestamp' => (string) self::NOW];
        return $this->partner->handle(
            new Incoming($method, $path, [...$right, ...$headers], fn(int $max) => $body),
        );
    }

    /** @param array<string, mixed> $changes */
    public static function success(array $changes = [], string $event = 'payment.success'): string
    {
        return (string) json_encode(['event' => $event, 'data' => [
            'reference' => 'INV-2026-0001',
            'paymentId' => '019ab1c2-7c00-7abc-8def-0123000003e9',
            'channel' => 'AGENCY',
            'amount' => 599.8,
            'currency' => 'DZD',
            'paidAt' => '2026-11-21T09:00:00.000Z',
            ...$changes,
        ]]);
    }
}
