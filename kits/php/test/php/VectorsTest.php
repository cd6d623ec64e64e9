<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Test;

use PHPUnit\Framework\TestCase;
use Wasl\PartnerKit\Amount;
use Wasl\PartnerKit\Proof\ReceiptRefused;
use Wasl\PartnerKit\Proof\ReceiptVerifier;
use Wasl\PartnerKit\Proof\StatementRefused;
use Wasl\PartnerKit\Proof\StatementVerifier;
use Wasl\PartnerKit\WaslException;
use Wasl\PartnerKit\Webhook\PaymentSuccess;
use Wasl\PartnerKit\Webhook\PlainSuccess;
use Wasl\PartnerKit\Webhook\Signature;
use Wasl\PartnerKit\Webhook\WebhookRefused;
use Wasl\PartnerKit\Wire\EventFields;
use Wasl\PartnerKit\Wire\EventKind;
use Wasl\PartnerKit\Wire\Issue;
use Wasl\PartnerKit\Wire\PaymentDetails;
use Wasl\PartnerKit\Wire\Reference;
use Wasl\PartnerKit\Wire\StatusFields;
use Wasl\PartnerKit\Wire\Time;

/** Every published vector of the protocol, none skipped. */
final class VectorsTest extends TestCase
{
    private const FOLDER = __DIR__ . '/../../../../protocol/vectors';

    /** How many cases each file has had so far. A new file needs a runner here. */
    private const LEAST = [
        'amounts' => 32,
        'payment-details' => 49,
        'payment-status' => 43,
        'receipts' => 53,
        'references' => 66,
        'signatures' => 87,
        'statement-manifests' => 49,
        'webhook-events' => 47,
    ];

    public function testEveryFileHasARunnerAndAllItsCases(): void
    {
        $files = array_map(
            static fn(string $path): string => basename($path, '.json'),
            (array) glob(self::FOLDER . '/*.json'),
        );
        $this->assertSame(array_keys(self::LEAST), $files);
        foreach (self::LEAST as $file => $least) {
            $this->assertGreaterThanOrEqual($least, count(self::vectors($file)), $file);
        }
    }

    /** @dataProvider cases */
    public function testAgreesWithThePublishedVectors(string $file, \stdClass $vector): void
    {
        $expected = property_exists($vector, 'refusal') ? $vector->refusal : null;
        [$refusal, $value, $valueExpected] = match ($file) {
            'amounts' => self::amount($vector),
            'payment-details' => [self::paths(PaymentDetails::issues($vector->body)), null, null],
            'payment-status' => [self::paths(StatusFields::issues($vector->body)), null, null],
            'webhook-events' => [self::paths(EventFields::issues($vector->body)), null, null],
            'receipts' => self::receipt($vector),
            'references' => self::reference($vector),
            'signatures' => self::signature($vector),
            'statement-manifests' => self::statement($vector),
        };
        $this->assertSame($expected, $refusal);
        $this->assertEquals($valueExpected, $value);
    }

    public function testTheFastPathAcceptsOnlyWhatTheChecksAcceptAndReadsTheSame(): void
    {
        $quick = 0;
        foreach (self::eventsInBytes() as $text) {
            $plain = PlainSuccess::read($text);
            if ($plain === null) {
                continue;
            }
            $quick += 1;
            $value = json_decode($text, false, 512, JSON_THROW_ON_ERROR);
            $this->assertSame([], EventFields::issues($value), $text);
            $this->assertEquals(new PaymentSuccess(EventKind::Success, $value->data), $plain);
            $this->assertSame(gettype($value->data->amount), gettype($plain->data->amount));
        }
        $this->assertGreaterThan(500, $quick);
    }

    /** Every vector as the platform writes it, an event with one character changed, near misses. */
    private static function eventsInBytes(): iterable
    {
        foreach (self::vectors('webhook-events') as $vector) {
            yield (string) json_encode($vector->body, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE);
        }
        $plain = '{"event":"payment.success","data":{"reference":"INV 1","paymentId":"019a",'
            . '"channel":"AGENCY","amount":599.8,"currency":"DZD",'
            . '"paidAt":"2026-11-21T09:00:00.000Z"}}';
        for ($at = 0; $at <= strlen($plain); $at += 1) {
            foreach (['', ...str_split("\0 \n\"\\.,:-+/0139AaeZ{}[]~\xff")] as $other) {
                yield substr($plain, 0, $at) . $other . substr($plain, $at);
                yield substr($plain, 0, $at) . $other . substr($plain, $at + 1);
            }
        }
        $near = [
            '599.8' => ['0', '0.00', '0.01', '01', '1.', '.5', '-1', '1.005', '10000000000'],
            '2026-11-21T09' => ['2026-02-28T23', '2026-02-30T09', '2026-13-01T09', '2026-11-21T24'],
            'INV 1' => ['..', ' INV', 'INV ', 'I\u0041V', 'Ié', str_repeat('x', 128), str_repeat('x', 129)],
        ];
        foreach ($near as $from => $others) {
            foreach ($others as $other) {
                yield str_replace((string) $from, $other, $plain);
            }
        }
    }

    /** @return iterable<string, array{string, \stdClass}> */
    public static function cases(): iterable
    {
        foreach (array_keys(self::LEAST) as $file) {
            foreach (self::vectors($file) as $index => $vector) {
                yield "$file $index: $vector->name" => [$file, $vector];
            }
        }
    }

    /** @return list<\stdClass> */
    private static function vectors(string $file): array
    {
        $json = (string) file_get_contents(self::FOLDER . "/$file.json");
        $value = json_decode($json, false, 512, JSON_THROW_ON_ERROR);
        if (is_array($value)) {
            return $value;
        }
        foreach ($value->cases as $case) {
            $case->keys = $value->keys;
        }
        foreach ($value->chains as $chain) {
            $chain->keys = $value->keys;
        }
        return [...$value->cases, ...$value->chains];
    }

    /** @param list<Issue> $issues */
    private static function paths(array $issues): ?array
    {
        return $issues === [] ? null : array_values(array_unique(array_column($issues, 'path')));
    }

    private static function amount(\stdClass $vector): array
    {
        $expected = $vector->centimes ?? null;
        try {
            $amount = Amount::fromWire(json_decode($vector->json));
            return [null, $amount->centimes, $expected];
        } catch (WaslException) {
            // One sentence names all the rules of an amount.
            return [$vector->refusal ?? 'refused', null, $expected];
        }
    }

    private static function reference(\stdClass $vector): array
    {
        $isValid = $vector->valid ?? false;
        $reference = $vector->reference ?? null;
        $segment = $vector->segment ?? null;
        $own = $vector->canonicalSegment ?? $segment;
        $isRight = match (true) {
            $isValid => Reference::isValid($reference) && Reference::encode($reference) === $own
                && Reference::decode($segment) === $reference,
            $reference !== null && Reference::isValid($reference) => false,
            default => $segment === null || Reference::decode($segment) === null,
        };
        $refusal = $vector->refusal ?? null;
        return [$isRight ? $refusal : 'another answer', null, null];
    }

    private static function signature(\stdClass $vector): array
    {
        // A repeated header reaches PHP joined.
        $header = static fn(mixed $value): ?string =>
            is_array($value) ? (count($value) > 1 ? implode(', ', $value) : $value[0] ?? null) : $value;
        $given = [
            (string) base64_decode($vector->bodyBase64, true),
            $header($vector->timestamp),
            $header($vector->signature),
        ];
        $prepared = array_map(Signature::prepare(...), $vector->secrets);
        $usual = self::refusalOf(static fn() => Signature::verifyPrepared(
            ...$given,
            prepared: $prepared,
            nowSeconds: $vector->nowSeconds,
            toleranceSeconds: Signature::TOLERANCE_SECONDS,
        ));
        $index = null;
        $refusal = self::refusalOf(static function () use ($given, $vector, &$index): void {
            $index = Signature::verify(...$given, hmacSecrets: $vector->secrets, nowSeconds: $vector->nowSeconds);
        });
        self::assertSame($refusal, $usual, 'secrets that were prepared');
        return [$refusal, $index, $vector->secretIndex ?? null];
    }

    private static function refusalOf(\Closure $verify): ?string
    {
        try {
            $verify();
            return null;
        } catch (WebhookRefused $refusal) {
            return $refusal->errorCode();
        }
    }

    private static function receipt(\stdClass $vector): array
    {
        try {
            $receipt = (new ReceiptVerifier(...$vector->issuers))->verify($vector->code);
        } catch (ReceiptRefused $refusal) {
            return [$refusal->errorCode(), null, $vector->receipt ?? null];
        }
        $read = (object) get_object_vars($receipt);
        $read->centimes = $receipt->amount->centimes;
        $read->paidAt = Time::format($receipt->paidAt);
        unset($read->amount);
        return [null, $read, $vector->receipt ?? null];
    }

    private static function statement(\stdClass $vector): array
    {
        $verifier = new StatementVerifier($vector->keys);
        $isChain = isset($vector->manifests);
        $expected = $isChain ? $vector->index ?? null : $vector->format ?? null;
        try {
            if ($isChain) {
                $payloads = $verifier->verifyChain($vector->manifests);
                self::assertCount(count($vector->manifests), $payloads);
                return [null, null, $expected];
            }
            $statement = $verifier->verify(
                $vector->manifest,
                isset($vector->fileBase64) ? base64_decode($vector->fileBase64, true) : null,
                $vector->previous ?? null,
            );
            return [null, $statement->format, $expected];
        } catch (StatementRefused $refusal) {
            return [$refusal->errorCode(), $refusal->index, $isChain ? $expected : null];
        }
    }
}
