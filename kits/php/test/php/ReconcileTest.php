<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Test;

use PHPUnit\Framework\TestCase;
use Wasl\PartnerKit\Amount;
use Wasl\PartnerKit\Client\Client;
use Wasl\PartnerKit\Client\HttpRequest;
use Wasl\PartnerKit\Client\TransportFailed;
use Wasl\PartnerKit\Reconcile\Difference;
use Wasl\PartnerKit\Reconcile\FileProgress;
use Wasl\PartnerKit\Reconcile\Finding;
use Wasl\PartnerKit\Reconcile\MemoryProgress;
use Wasl\PartnerKit\Reconcile\ReconcileStopped;
use Wasl\PartnerKit\Reconcile\Reconciler;
use Wasl\PartnerKit\Reconcile\ReferenceToCheck;
use Wasl\PartnerKit\Wire\Stage;

final class ReconcileTest extends TestCase
{
    private static function paid(float $amount = 599.8): array
    {
        return [
            'stage' => 'paid',
            'locked' => false,
            'paid' => true,
            'lockReleaseTime' => null,
            'paymentId' => '019aa5b1-3080-7abc-8def-0123000003e9',
            'channel' => 'AGENCY',
            'currency' => 'DZD',
            'amount' => $amount,
            'payment' => [
                'webhookDelivery' => 'delivered',
                'paidAt' => '2026-11-21T09:03:20.125Z',
                'refundedAt' => null,
                'refundedAmount' => 0,
            ],
        ];
    }

    private static function client(FakeTransport $transport): Client
    {
        return new Client('https://pay.example', 'wasl_prt_1', transport: $transport);
    }

    /** @param list<ReferenceToCheck> $all */
    private static function after(array $all): \Closure
    {
        return static fn(?string $after): array => array_values(array_filter(
            $all,
            static fn(ReferenceToCheck $one): bool => $after === null || $one->reference > $after,
        ));
    }

    /** @return list<string> */
    private static function told(iterable $findings): array
    {
        $told = [];
        foreach ($findings as $finding) {
            $told[] = "{$finding->here->reference} {$finding->difference->value}";
        }
        return $told;
    }

    public function testNamesEachDifference(): void
    {
        $transport = new FakeTransport(FakeTransport::json(200, self::paid()));
        $references = self::after([
            new ReferenceToCheck('INV-1', 'open', '599.80'),
            new ReferenceToCheck('INV-2', 'paid', '599.80'),
            new ReferenceToCheck('INV-3', 'paid', '600.00'),
            new ReferenceToCheck('INV-4', 'refunded'),
        ]);
        $reconciler = new Reconciler(self::client($transport), $references, clock: new FakeClock());
        $this->assertSame([
            'INV-1 paid_there_not_here',
            'INV-3 amount_differs',
            'INV-4 refunded_here_not_there',
        ], self::told($reconciler->findings()));
    }

    public function testStaysWithinTheQuotaAndReadsTheListWhileItWaits(): void
    {
        $clock = new FakeClock();
        $calls = [];
        $transport = new FakeTransport(static function (HttpRequest $request) use (&$calls, $clock) {
            $isList = !str_ends_with($request->url, '/status');
            if (!$isList) {
                $calls[] = $clock->nowMs();
            }
            $page = ['items' => [], 'nextCursor' => null];
            return FakeTransport::json(200, $isList ? $page : self::paid());
        });
        $all = array_map(
            static fn(int $number): ReferenceToCheck =>
                new ReferenceToCheck(sprintf('INV-%03d', $number), 'paid', '599.80'),
            range(1, 130),
        );
        $client = self::client($transport);
        $reconciler = new Reconciler($client, self::after($all), clock: $clock);
        $this->assertSame([], self::told($reconciler->findings()));
        $this->assertCount(130, $calls);
        foreach ($calls as $index => $at) {
            $this->assertGreaterThanOrEqual(60_000, $at - ($calls[$index - 50] ?? $at - 60_000));
        }
    }

    public function testContinuesWhereItWasKilledAndYieldsTheFindingAgain(): void
    {
        $path = sys_get_temp_dir() . '/wasl-reconcile-' . bin2hex(random_bytes(4));
        $transport = new FakeTransport(FakeTransport::json(200, self::paid()));
        $references = self::after(array_map(
            static fn(int $number) => new ReferenceToCheck("INV-$number", 'open'),
            range(1, 4),
        ));
        $run = fn(): \Generator => (new Reconciler(
            self::client($transport),
            $references,
            new FileProgress($path),
            clock: new FakeClock(),
        ))->findings();
        foreach ($run() as $finding) {
            if ($finding->here->reference === 'INV-3') {
                break;
            }
        }
        $this->assertSame(0600, fileperms($path) & 0777);
        $again = self::told($run());
        $this->assertSame(['INV-3 paid_there_not_here', 'INV-4 paid_there_not_here'], $again);
        $this->assertFileDoesNotExist($path);
    }

    public function testStopsWhenThePlatformRefusesEveryCallOrIsAway(): void
    {
        $refused = FakeTransport::json(401, [
            'error' => 'PARTNER_API401_UNAUTHORIZED',
            'errorMessage' => 'No.',
            'requestId' => 'r',
        ]);
        $all = array_map(static fn(int $number) => new ReferenceToCheck("INV-$number", 'open'), range(1, 40));
        foreach (['refused' => $refused, 'unreachable' => new TransportFailed('network')] as $reason => $answer) {
            $client = self::client(new FakeTransport($answer));
            $store = new MemoryProgress();
            $reconciler = new Reconciler($client, self::after($all), $store, clock: new FakeClock());
            try {
                self::told($reconciler->findings());
                $this->fail('It went on.');
            } catch (ReconcileStopped $stopped) {
                $this->assertSame($reason, $stopped->errorCode());
            }
        }
        $this->assertNotNull($store->load());
    }

    public function testAnUnansweredReferenceIsAskedForAgainAndThenGivenUp(): void
    {
        $transport = new FakeTransport(static fn(HttpRequest $request) =>
            str_contains($request->url, 'INV-2')
                ? FakeTransport::json(500, ['error' => 'X500', 'errorMessage' => 'x', 'requestId' => 'r'])
                : FakeTransport::json(200, self::paid()));
        $all = array_map(static fn(int $number) => new ReferenceToCheck("INV-$number", 'paid'), range(1, 3));
        $clock = new FakeClock();
        $client = self::client($transport);
        $findings = [];
        foreach ((new Reconciler($client, self::after($all), clock: $clock))->findings() as $finding) {
            $findings[] = $finding;
        }
        $retries = array_map(static fn(Finding $one): bool => $one->willRetry, $findings);
        $this->assertSame([true, true, true, true, false], $retries);
        $this->assertSame([Difference::Unanswered], array_unique(array_column($findings, 'difference'), SORT_REGULAR));
    }

    public function testProgressThatIsNotOursIsRefused(): void
    {
        foreach (['{}', 'null', '{"version":1}', '{"version":1,"last":5}', 'no json'] as $text) {
            $store = new MemoryProgress();
            $store->save($text);
            $client = self::client(new FakeTransport(FakeTransport::json(200, self::paid())));
            $reconciler = new Reconciler($client, self::after([]), $store, clock: new FakeClock());
            try {
                self::told($reconciler->findings());
                $this->fail($text);
            } catch (\RuntimeException $error) {
                $this->assertStringContainsString('cannot read', $error->getMessage());
            }
        }
    }

    public function testAReleasedPaymentsAmountIsNotCompared(): void
    {
        $here = new ReferenceToCheck('INV-1', 'open', '10');
        $this->assertSame([], Difference::between($here, Stage::Released, Amount::centimes(1), false));
    }
}
