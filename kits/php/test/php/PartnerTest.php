<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Test;

use PHPUnit\Framework\TestCase;
use Wasl\PartnerKit\Amount;
use Wasl\PartnerKit\AmountLine;
use Wasl\PartnerKit\Answer;
use Wasl\PartnerKit\BodyProblem;
use Wasl\PartnerKit\Dedupe\Dedupe;
use Wasl\PartnerKit\Dedupe\MemoryDedupe;
use Wasl\PartnerKit\Dedupe\Outcome;
use Wasl\PartnerKit\Dedupe\PdoDedupe;
use Wasl\PartnerKit\DetailLine;
use Wasl\PartnerKit\HandlerContext;
use Wasl\PartnerKit\InvalidOption;
use Wasl\PartnerKit\LookupAnswer;
use Wasl\PartnerKit\Partner;
use Wasl\PartnerKit\Webhook\PaymentSuccess;

/** The two endpoints: what they answer, and what the log says. */
final class PartnerTest extends TestCase
{
    private static function error(Answer $answer): string
    {
        return $answer->status . ' ' . (json_decode($answer->body)->error ?? 'none');
    }

    public function testAnswersALookupWithTheDigitsOfTheAmountWhateverTheConfigurationIs(): void
    {
        $before = ini_set('serialize_precision', '17');
        $shop = new TestShop(fn() => LookupAnswer::payable(
            Amount::centimes(59980),
            [new AmountLine('649.80', fr: 'Livraison'), ['label_ar' => 'تخفيض', 'value' => '-50']],
            [new DetailLine('2026-10', en: 'Period')],
        ));
        $answer = $shop->lookUp(rawurlencode('فاتورة/١'));
        ini_set('serialize_precision', (string) $before);
        $this->assertSame(
            '{"reference":"فاتورة/١","total_amount":599.8,"currency":"DZD","amount_detail":'
            . '[{"label_fr":"Livraison","value":649.8},{"label_ar":"تخفيض","value":-50}],'
            . '"details":[{"label_en":"Period","value":"2026-10"}]}',
            $answer->body,
        );
        $this->assertSame('Answered the lookup: payable.', $shop->log[0]->message);
    }

    public function testTheOtherThreeAnswers(): void
    {
        foreach ([
            '404 NOT_FOUND' => LookupAnswer::notFound(),
            '409 ALREADY_PAID' => LookupAnswer::alreadyPaid(),
            '503 SERVICE_UNAVAILABLE' => LookupAnswer::unavailable(),
        ] as $expected => $found) {
            $this->assertSame($expected, self::error((new TestShop(fn() => $found))->lookUp()));
        }
    }

    /** @dataProvider brokenLookups */
    public function testABrokenLookupNeverLeavesTheShop(callable $lookup, string $sentence): void
    {
        $shop = new TestShop($lookup);
        $this->assertSame('503 SERVICE_UNAVAILABLE', self::error($shop->lookUp()));
        $this->assertSame('lookup_answer_invalid', $shop->log[0]->code);
        $this->assertStringContainsString($sentence, $shop->log[0]->message);
    }

    /** The broken partners of the certification that the kit makes impossible. */
    public static function brokenLookups(): array
    {
        $payable = LookupAnswer::payable(...);
        return [
            'the total is a floating-point sum' => [fn() => $payable(0.1 + 0.2),
                'received the float 0.30000000000000004: a float does not hold most amounts exactly'],
            'the total is a float that looks right' => [fn() => $payable(599.8), 'a float'],
            'the total is an integer of dinars or centimes' => [fn() => $payable(59980),
                'received the integer 59980: it could be dinars or centimes'],
            'the total has a third decimal' => [fn() => $payable('12.345'),
                'with at most two decimals, received "12.345"'],
            'the total is zero' => [fn() => $payable('0'), 'greater than 0'],
            'the total is a text with a comma' => [fn() => $payable('599,80'), 'received "599,80"'],
            'the currency is a symbol' => [fn() => $payable('1', currency: 'د.ج'),
                'currency: expected "DZD", received "د.ج"'],
            'the amounts of the breakdown are floats' => [
                fn() => $payable('1', [['label_fr' => 'x', 'value' => 1.5]]),
                'amount_detail.0.value: expected a text of dinars'],
            'the values of the details are numbers' => [fn() => $payable('1', [], [['value' => 5]]),
                'details.0.value: expected a string, received 5'],
            'a missing label is null' => [
                fn() => $payable('1', [], [['label_fr' => null, 'value' => 'x']]),
                'details.0.label_fr: expected a string, received null'],
            'a label is misspelt' => [fn() => $payable('1', [['lable_fr' => 'x', 'value' => '1']]),
                'amount_detail.0: Unrecognized key: "lable_fr"'],
            'the reference is another one' => [fn() => $payable('1', reference: 'inv-1'),
                'reference: expected the requested reference, received another one'],
            'the details come in a list' => [fn() => [['total_amount' => 5]], 'received an array'],
            'nothing is returned' => [fn() => null, 'received nothing (is a return missing?)'],
            'the details contain a picture' => [
                fn() => $payable('1', [], [['value' => str_repeat('A', 300_000)]]),
                'expected at most 262144 bytes in total'],
            'the text is not UTF-8' => [fn() => $payable('1', [], [['value' => "\xe9t\xe9"]]),
                'details.0.value: expected text in valid UTF-8'],
        ];
    }

    public function testALookupThatThrowsIs503AndLogged(): void
    {
        $shop = new TestShop(fn() => throw new \PDOException('gone away'));
        $this->assertSame('503 SERVICE_UNAVAILABLE', self::error($shop->lookUp()));
        $this->assertSame('lookup_failed', $shop->log[0]->code);
        $this->assertSame('gone away', $shop->log[0]->exception?->getMessage());
    }

    public function testALookupThatTakesTooLongIs503AndLogged(): void
    {
        $slow = static function (): LookupAnswer {
            usleep(3_000);
            return LookupAnswer::payable('1');
        };
        $shop = new TestShop($slow, lookupTimeoutMs: 1);
        $this->assertSame('503 SERVICE_UNAVAILABLE', self::error($shop->lookUp()));
        $this->assertSame('lookup_too_slow', $shop->log[0]->code);
    }

    public function testALookupIsCalledOnlyForAValidReferenceWithBothHeaders(): void
    {
        $called = 0;
        $shop = new TestShop(function () use (&$called): LookupAnswer {
            $called += 1;
            return LookupAnswer::notFound();
        });
        $wrong = ['authorization' => 'Bearer ' . TestShop::HMAC_SECRET];
        foreach ([$wrong, ['authorization' => null], ['x-timestamp' => '1']] as $headers) {
            $this->assertSame('401 UNAUTHORIZED', self::error($shop->lookUp('INV-1', $headers)));
        }
        foreach (['%E0%A4%A', '%00', '..%2e', '%20x', '%'] as $segment) {
            $isReference = $segment === '..%2e';
            $shop->lookUp($segment);
            $this->assertSame($isReference ? 1 : $called, $called);
        }
        $this->assertSame(1, $called);
    }

    public function testHandlesAnEventOnceAndAcknowledgesItsCopies(): void
    {
        $shop = new TestShop();
        foreach ([1, 2] as $_) {
            $answer = $shop->deliver(TestShop::success());
            $this->assertSame([200, '{"success":true}'], [$answer->status, $answer->body]);
        }
        [$event] = $shop->paid;
        $this->assertCount(1, $shop->paid);
        $this->assertSame('599.80', (string) $event->amount);
        $this->assertSame('2026-11-21', $event->paidAt->format('Y-m-d'));
        $this->assertSame(['webhook_handled', 'webhook_duplicate'], array_column($shop->log, 'code'));
    }

    public function testAHandlerThatThrowsIsNotAcknowledgedAndRunsAgain(): void
    {
        $runs = 0;
        $shop = new TestShop(onSuccess: function () use (&$runs): void {
            $runs += 1;
            $runs > 1 || throw new \RuntimeException('the printer is out of paper');
        });
        $this->assertSame('500 INTERNAL_ERROR', self::error($shop->deliver(TestShop::success())));
        $this->assertSame(200, $shop->deliver(TestShop::success())->status);
        $this->assertSame('webhook_handler_failed', $shop->log[0]->code);
    }

    public function testAStoreThatSwallowsErrorsAcknowledgesNothing(): void
    {
        foreach ([Outcome::Ran, Outcome::Duplicate] as $outcome) {
            $store = new class ($outcome) implements Dedupe {
                public function __construct(private readonly Outcome $outcome)
                {
                }

                public function once(string $key, callable $run): Outcome
                {
                    try {
                        $run(null);
                    } catch (\Throwable) {
                    }
                    return $this->outcome;
                }
            };
            $fails = fn() => throw new \RuntimeException('no');
            $shop = new TestShop(onSuccess: $fails, dedupe: $store);
            $this->assertSame(500, $shop->deliver(TestShop::success())->status);
        }
    }

    /** @dataProvider brokenWebhooks */
    public function testABrokenWebhookIsRefusedAndNothingIsHandled(
        callable $deliver,
        string $error,
        string $sentence,
    ): void {
        $shop = new TestShop(bodyBytesMax: 4096);
        $answer = $deliver($shop);
        $this->assertSame($error, self::error($answer));
        $this->assertStringContainsString($sentence, json_decode($answer->body)->errorMessage);
        $this->assertSame([], $shop->paid);
        $this->assertStringNotContainsString(TestShop::HMAC_SECRET, $answer->body);
    }

    public static function brokenWebhooks(): array
    {
        $body = TestShop::success();
        $with = static fn(array $headers): callable =>
            static fn(TestShop $shop): Answer => $shop->deliver($body, $headers);
        $of = static fn(string|BodyProblem $other): callable =>
            static fn(TestShop $shop): Answer => $shop->deliver($other);
        $isNot = static fn(array $changes): callable => $of(TestShop::success($changes));
        return [
            'no secret' => [$with(['authorization' => null]), '401 UNAUTHORIZED', 'is missing'],
            'a part of the secret' => [
                $with(['authorization' => 'Bearer ' . substr(TestShop::API_SECRET, 0, -1)]),
                '401 UNAUTHORIZED', 'The API secret is wrong.'],
            'two headers' => [$with(['Authorization' => 'Bearer ' . TestShop::API_SECRET]),
                '401 UNAUTHORIZED', 'Send exactly one'],
            'an old timestamp' => [$with(['x-timestamp' => (string) (TestShop::NOW - 301)]),
                '401 UNAUTHORIZED', 'more than 300 s in the past'],
            'a timestamp of the future' => [$with(['x-timestamp' => (string) (TestShop::NOW + 301)]),
                '401 UNAUTHORIZED', 'more than 300 s in the future'],
            'no signature' => [$with(['x-signature' => null]), '401 UNAUTHORIZED', 'is missing'],
            'a signature of another length' => [$with(['x-signature' => 'abc']),
                '401 UNAUTHORIZED', 'is malformed'],
            'a signature made with the API secret' => [
                static fn(TestShop $shop) => $shop->deliver($body, [], TestShop::API_SECRET),
                '401 UNAUTHORIZED', 'does not match the body'],
            'a body that was encoded again' => [
                $with(['x-signature' => \Wasl\PartnerKit\Webhook\Signature::sign(
                    (string) json_encode(json_decode($body), JSON_PRETTY_PRINT),
                    (string) TestShop::NOW,
                    TestShop::HMAC_SECRET,
                )]),
                '401 UNAUTHORIZED', 'that the signed bytes are the sent bytes'],
            'a body that was read before' => [$of(BodyProblem::AlreadyRead),
                '500 INTERNAL_ERROR', 'was read before it reached the partner kit'],
            'a body that is too large' => [$of(str_repeat(' ', 5000)),
                '413 PAYLOAD_TOO_LARGE', 'larger than 4096 bytes'],
            'half a body' => [$of(BodyProblem::Incomplete), '400 BAD_REQUEST', 'before the body'],
            'no JSON' => [$of('no'), '400 BAD_REQUEST', 'is not JSON'],
            'bytes of another encoding' => [$of("\xff" . $body), '400 BAD_REQUEST', 'valid UTF-8'],
            'a byte order mark' => [$of("\u{feff}$body"), '400 BAD_REQUEST', 'is not JSON'],
            'a list' => [$of('[1]'), '400 BAD_REQUEST', 'is not a JSON object'],
            'an amount as a text' => [$isNot(['amount' => '599.80']), '400 BAD_REQUEST',
                'data.amount: expected a number, received "599.80"'],
            'an amount with three decimals' => [$isNot(['amount' => 1.005]), '400 BAD_REQUEST',
                'with at most two decimals, received 1.005'],
            'a time with seconds since 1970' => [$isNot(['paidAt' => 1795251600]), '400 BAD_REQUEST',
                'data.paidAt: expected a time in UTC with milliseconds'],
            'a channel that does not exist' => [$isNot(['channel' => 'WEB']), '400 BAD_REQUEST',
                'data.channel: expected one of "AGENCY", "DELIVERY", "MARKETPLACE", received "WEB"'],
        ];
    }

    public function testBothSecretsAreValidDuringARotation(): void
    {
        $old = 'wasl_hmac_old_0000000000000000000';
        $shop = new TestShop(
            apiSecret: ['wasl_sec_new_00000000000', TestShop::API_SECRET],
            hmacSecret: [TestShop::HMAC_SECRET, $old],
        );
        $this->assertSame(200, $shop->deliver(TestShop::success(), [], $old)->status);
        $new = ['authorization' => 'bearer  wasl_sec_new_00000000000'];
        $this->assertSame(200, $shop->deliver(TestShop::success(), $new)->status);
    }

    public function testAnUnknownKindIsAcknowledgedAndLogged(): void
    {
        $shop = new TestShop();
        $this->assertSame(200, $shop->deliver('{"event":"payment.later","data":{}}')->status);
        $this->assertSame('webhook_unknown_event', $shop->log[0]->code);
        $this->assertSame('400 BAD_REQUEST', self::error($shop->deliver('{"event":"x"}')));
    }

    public function testOtherPathsAndMethodsAreAnsweredInJson(): void
    {
        $shop = new TestShop(basePath: '/payments');
        $this->assertSame('404 ROUTE_NOT_FOUND', self::error($shop->send('GET', '/x', [], '')));
        $put = $shop->send('PUT', '/payments/INV-1', [], '');
        $this->assertSame('405 METHOD_NOT_ALLOWED', self::error($put));
        $this->assertSame('GET', $put->headers['allow']);
    }

    /** @dataProvider wrongOptions */
    public function testAWrongOptionIsNamed(array $options, string $sentence): void
    {
        try {
            new TestShop(...$options);
            $this->fail('It was accepted.');
        } catch (InvalidOption $wrong) {
            $this->assertStringContainsString($sentence, $wrong->getMessage());
            $this->assertStringNotContainsString('hunter2', $wrong->getMessage());
        }
    }

    public static function wrongOptions(): array
    {
        return [
            [['apiSecret' => false], 'apiSecret: expected the secret that the platform\'s operator gave '
                . 'you, received nothing (is the environment variable set?)'],
            [['apiSecret' => 'short'], 'expected a secret of 16 to 512 bytes, received 5'],
            [['apiSecret' => "hunter2-hunter2-hunter2\n"], 'without line ends'],
            [['apiSecret' => 'hunter2-hunter2 hunter2'], 'visible ASCII'],
            [['hmacSecret' => TestShop::API_SECRET], 'must differ'],
            [['hmacSecret' => []], 'a list of 1 to 5, received 0'],
            [['toleranceSeconds' => 0], 'toleranceSeconds: expected an integer from 1 to 3600'],
            [['basePath' => 'payments'], 'basePath: expected a path such as /payments'],
        ];
    }

    public function testRecordsTheEventInTheHandlersTransaction(): void
    {
        $pdo = new \PDO('sqlite::memory:');
        $pdo->exec(PdoDedupe::createTable($pdo));
        $pdo->exec('create table parcels (reference text)');
        $count = fn(string $table): int => (int) $pdo->query("select count(*) from $table")->fetchColumn();
        $fails = true;
        $send = function (PaymentSuccess $event, HandlerContext $context) use (&$fails): void {
            $insert = $context->transaction->prepare('insert into parcels values (?)');
            $insert->execute([$event->reference]);
            $fails && throw new \RuntimeException('the printer is out of paper');
        };
        $shop = new TestShop(onSuccess: $send, dedupe: new PdoDedupe($pdo));
        $this->assertSame(500, $shop->deliver(TestShop::success())->status);
        $this->assertSame([0, 0], [$count('parcels'), $count('wasl_handled_events')]);
        $fails = false;
        foreach (['a', 'A', 'a ', 'é', "\0", str_repeat('x', 300), 'a'] as $id) {
            $this->assertSame(200, $shop->deliver(TestShop::success(['paymentId' => $id]))->status);
        }
        $this->assertSame([6, 6], [$count('parcels'), $count('wasl_handled_events')]);
    }

    public function testAConnectionThatHidesErrorsIsRefused(): void
    {
        $pdo = new \PDO('sqlite::memory:', options: [\PDO::ATTR_ERRMODE => \PDO::ERRMODE_SILENT]);
        $this->expectException(InvalidOption::class);
        new PdoDedupe($pdo);
    }

    public function testTheMemoryStoreDropsTheOldest(): void
    {
        $store = new MemoryDedupe(2);
        foreach (['a', 'b', 'c', 'a'] as $key) {
            $this->assertSame(Outcome::Ran, $store->once($key, fn() => null));
        }
        $this->assertSame(Outcome::Duplicate, $store->once('a', fn() => null));
    }

    public function testNoSecretIsInADump(): void
    {
        ob_start();
        var_dump(new TestShop());
        $this->assertStringNotContainsString(TestShop::HMAC_SECRET, (string) ob_get_clean());
    }
}
