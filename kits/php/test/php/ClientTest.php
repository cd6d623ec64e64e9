<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Test;

use PHPUnit\Framework\TestCase;
use Wasl\PartnerKit\Amount;
use Wasl\PartnerKit\Client\CallFailed;
use Wasl\PartnerKit\Client\Client;
use Wasl\PartnerKit\Client\HttpResponse;
use Wasl\PartnerKit\Client\RateLimit;
use Wasl\PartnerKit\Client\RetryAfter;
use Wasl\PartnerKit\Client\TransportFailed;
use Wasl\PartnerKit\InvalidOption;
use Wasl\PartnerKit\Wire\Stage;

final class ClientTest extends TestCase
{
    private const KEY = 'wasl_prt_0000000000000000000000000001';

    private const LIMITED = [
        'error' => 'PARTNER_API429_RATE_LIMITED',
        'errorMessage' => 'Too many.',
        'requestId' => 'r-1',
    ];

    private const NOT_FOUND = [
        'stage' => 'not_found',
        'locked' => false,
        'paid' => false,
        'lockReleaseTime' => null,
        'paymentId' => null,
        'channel' => null,
        'currency' => null,
        'amount' => null,
        'payment' => null,
    ];

    private static function client(FakeTransport $transport): Client
    {
        return new Client('https://pay.example', self::KEY, transport: $transport);
    }

    private static function failure(callable $call): CallFailed
    {
        try {
            $call();
        } catch (CallFailed $failure) {
            return $failure;
        }
        self::fail('The call succeeded.');
    }

    public function testReadsAStatusWithItsQuota(): void
    {
        $headers = ['ratelimit' => '"partner";r=59;t=60', 'x-request-id' => 'r-1'];
        $transport = new FakeTransport(FakeTransport::json(200, self::NOT_FOUND, $headers));
        $reply = self::client($transport)->status('INV/2026 01');
        $this->assertSame(Stage::NotFound, $reply->data->stage);
        $this->assertEquals(new RateLimit(59, 60_000), $reply->rateLimit);
        [$sent] = $transport->sent;
        $url = 'https://pay.example/partner/payments/v1/INV%2F2026%2001/status';
        $this->assertSame($url, $sent->url);
        $this->assertSame(self::KEY, $sent->headers['x-api-key']);
    }

    public function testRetriesAfterRetryAfterAndNotBefore(): void
    {
        $transport = new FakeTransport(
            FakeTransport::json(429, self::LIMITED, ['retry-after' => '1']),
            FakeTransport::json(200, self::NOT_FOUND),
        );
        $start = hrtime(true);
        $reply = self::client($transport)->status('INV-1');
        $this->assertSame(2, $reply->attempts);
        $this->assertGreaterThanOrEqual(1000, (hrtime(true) - $start) / 1e6);
    }

    public function testAWaitBeyondTheTimeoutIsTheCallers(): void
    {
        $limited = FakeTransport::json(429, self::LIMITED, ['retry-after' => '60']);
        $transport = new FakeTransport($limited);
        $failure = self::failure(fn() => self::client($transport)->status('INV-1'));
        $this->assertSame('PARTNER_API429_RATE_LIMITED', $failure->errorCode());
        $this->assertSame(60_000, $failure->retryAfterMs);
        $this->assertCount(1, $transport->sent);
    }

    public function testASingleUseAmountIsNotSetTwice(): void
    {
        $lost = new FakeTransport(new TransportFailed('timeout'));
        $set = fn(FakeTransport $transport, bool $once) => fn() =>
            self::client($transport)->setQrConfig('7Z3M9K0QW5T8R2VXN4BHJD01Z9', ['599.80'], singleUse: $once);
        $this->assertSame('timeout', self::failure($set($lost, true))->error);
        $this->assertCount(1, $lost->sent);
        $never = new FakeTransport(new TransportFailed('network', true, 'refused'));
        self::failure($set($never, true));
        $this->assertCount(3, $never->sent);
        $again = new FakeTransport(new TransportFailed('timeout'));
        self::failure($set($again, false));
        $this->assertCount(3, $again->sent);
        $this->assertStringContainsString('"amounts":[599.8]', (string) $again->sent[0]->body);
    }

    public function testTheAmountsOfAQrCodeTravelExactlyAndAreRemoved(): void
    {
        $config = ['qrCodeToken' => 'token', 'kind' => 'PERMANENT', 'mode' => 'SINGLE_AMOUNT', 'amounts' => [599.8],
            'currency' => 'DZD', 'expiresAt' => null, 'singleUse' => false,
            'updatedAt' => '2026-11-21T09:00:00.000Z'];
        $transport = new FakeTransport(FakeTransport::json(200, $config));
        $set = self::client($transport)->setQrConfig('token', ['599.80', Amount::centimes(120_000)]);
        $this->assertSame([59_980], array_column($set->data->amounts, 'centimes'));
        self::client($transport)->unsetQrConfig('token');
        [$first, $second] = $transport->sent;
        $this->assertStringEndsWith('/partner/qr/v1/set-qr-config', $first->url);
        $this->assertSame('{"qrCodeToken":"token","amounts":[599.8,1200]}', $first->body);
        $this->assertStringEndsWith('/partner/qr/v1/un-set-qr-config', $second->url);
        $this->assertSame('{"qrCodeToken":"token"}', $second->body);
    }

    public function testArgumentsThatThePlatformRefusesAreNotSent(): void
    {
        $transport = new FakeTransport(FakeTransport::json(200, self::NOT_FOUND));
        $client = self::client($transport);
        foreach ([
            fn() => $client->status(' INV'),
            fn() => $client->setQrConfig('', ['1']),
            fn() => $client->setQrConfig('T', [599.8]),
            fn() => $client->setQrConfig('T', ['1', Amount::centimes(100)]),
            fn() => $client->setQrConfig('T', []),
            fn() => $client->setQrConfig('T', ['1'], new \DateTimeImmutable('+1 day'), true),
            fn() => $client->listPayments(from: '2026-13-01'),
            fn() => $client->listPayments(limit: 501),
            fn() => $client->listStatements(cursor: 'a b'),
        ] as $call) {
            $failure = self::failure($call);
            $this->assertSame(['VALIDATION400', 0], [$failure->error, $failure->attempts]);
            $this->assertStringStartsWith('The request was not sent: ', $failure->getMessage());
        }
        $this->assertSame([], $transport->sent);
    }

    public function testAnAnswerThatIsNotThePlatformsIsNoStatus(): void
    {
        foreach ([
            new HttpResponse(200, [], '<html>'),
            FakeTransport::json(200, ['stage' => 'paid']),
            new HttpResponse(302, ['location' => 'https://other.example'], ''),
            new HttpResponse(403, [], 'a proxy says no'),
            new TransportFailed('too_large'),
        ] as $answer) {
            $failure = self::failure(fn() => self::client(new FakeTransport($answer))->status('INV-1'));
            $this->assertSame('bad_response', $failure->error);
        }
    }

    public function testNoMessageContainsTheKey(): void
    {
        $echo = ['error' => self::KEY, 'errorMessage' => "bad\n" . self::KEY, 'requestId' => self::KEY];
        $answer = FakeTransport::json(401, $echo);
        $failure = self::failure(fn() => self::client(new FakeTransport($answer))->status('INV-1'));
        $told = $failure->error . $failure->getMessage() . $failure->requestId;
        $this->assertStringNotContainsString(self::KEY, $told);
        $this->assertSame('bad [key]', $failure->getMessage());
    }

    public function testWrongOptionsAreNamed(): void
    {
        foreach ([
            [false, self::KEY, 'baseUrl: expected a URL, received nothing (is the environment'],
            ['http://pay.example', self::KEY, 'baseUrl: expected https, because every request'],
            ['https://a:b@pay.example', self::KEY, 'expected a URL without a user name'],
            ['https://pay.example', '', 'apiKey: expected a key of 1 to 512 characters'],
            ['https://pay.example', "k\n", 'apiKey: expected visible ASCII characters'],
        ] as [$url, $key, $message]) {
            try {
                new Client($url, $key);
                $this->fail($message);
            } catch (InvalidOption $wrong) {
                $this->assertStringContainsString($message, $wrong->getMessage());
            }
        }
        $this->assertInstanceOf(Client::class, new Client('http://127.0.0.1:8080', self::KEY));
    }

    public function testRetryAfterIsSecondsOrADate(): void
    {
        $date = 'Sat, 21 Nov 2026 09:00:00 GMT';
        $this->assertSame(120_000, RetryAfter::milliseconds('120', null));
        $this->assertSame(5_000, RetryAfter::milliseconds('Sat, 21 Nov 2026 09:00:05 GMT', $date));
        $this->assertSame(86_400_000, RetryAfter::milliseconds('9999999999', null));
        foreach ([null, '', '-1', '1.5', 'soon', 'tomorrow'] as $wrong) {
            $this->assertNull(RetryAfter::milliseconds($wrong, $date));
        }
    }
}
