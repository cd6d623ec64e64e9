<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Reconcile;

use Wasl\PartnerKit\Client\CallFailed;
use Wasl\PartnerKit\Client\Client;
use Wasl\PartnerKit\InvalidOption;
use Wasl\PartnerKit\Wire\Shown;
use Wasl\PartnerKit\Wire\Time;

/**
 * Compares your records with the platform's, one reference at a time, within the quota of section
 * 8, and yields the differences. Webhooks are the primary signal; this is the safety net.
 *
 *     $reconciler = new Reconciler($client, fn(?string $after) => unpaidOrders($after), new
 *     FileProgress($path)); foreach ($reconciler->findings() as $finding) {
 *         echo $finding->here->reference, ' ', $finding->difference->value, "\n";
 *     }
 *
 * A finding counts as handled when you ask for the next one. If the process dies before that, the
 * next run with the same store yields it again.
 */
final class Reconciler
{
    private const FAILURES_IN_A_ROW_MAX = 10;
    private const PAUSE_BASE_MS = 1_000;
    private const PAUSE_MAX_MS = 60_000;
    /** After this many references that the list answered, the progress is saved. */
    private const UNSAVED_MAX = 500;

    private const REFUSES_ALL = [
        'PARTNER_API401_UNAUTHORIZED',
        'PARTNER_API403_MERCHANT_INACTIVE',
        'ROUTE404_NOT_FOUND',
    ];

    private readonly \Closure $references;
    private readonly ?\Closure $onProgress;
    private readonly Asker $asker;
    private Run $run;

    /**
     * @param callable(?string): iterable<ReferenceToCheck> $references the references after the
     *   last one of a stopped run, or all for null, always in the same order: `where reference > ?
     *   order by reference`.
     * @param ?ProgressStore $store keeps the progress. Without it, a stopped run starts over.
     * @param int $perMinute how many of your 60 calls in 60 s this run may use.
     * @param ?string $since the first business date of the list of payments, which a run reads
     *   while it waits; without it, the whole list.
     * @param ?callable(Progress): void $onProgress called after each reference and before each
     *   wait.
     * @throws InvalidOption
     */
    public function __construct(
        private readonly Client $client,
        callable $references,
        private readonly ?ProgressStore $store = null,
        private readonly int $perMinute = 50,
        private readonly ?string $since = null,
        ?callable $onProgress = null,
        private readonly Clock $clock = new SystemClock(),
    ) {
        $max = Asker::QUOTA_PER_MINUTE;
        InvalidOption::expectInteger('reconcile', 'perMinute', $perMinute, 1, $max);
        if ($since !== null && !Time::isDate($since)) {
            $expected = 'reconcile: since: expected a business date such as 2026-11-22';
            throw new InvalidOption("$expected, received " . Shown::quoted($since));
        }
        $this->references = $references(...);
        $this->asker = new Asker($client, $perMinute, $clock, $this->pause(...));
        $this->onProgress = $onProgress === null ? null : $onProgress(...);
    }

    /**
     * @return \Generator<int, Finding>
     * @throws ReconcileStopped when the run cannot continue. The next run continues from there.
     */
    public function findings(): \Generator
    {
        $run = $this->run = $this->startRun();
        $list = ($this->references)($run->last);
        $source = is_array($list) ? new \ArrayIterator($list) : new \IteratorIterator($list);
        $source->rewind();
        $this->report(0);
        try {
            while (($next = $this->takeNext($run, $source)) !== null) {
                [$here, $tries, $isNew] = $next;
                yield from $this->check($run, $here, $tries, $isNew);
            }
        } finally {
            if ($run->unsaved > 0) {
                $this->save($run);
            }
        }
        $this->store?->clear();
    }

    private function startRun(): Run
    {
        $nowMs = $this->clock->nowMs();
        $bookmark = Bookmark::read($this->store?->load(), $nowMs);
        // One more call may have been running when the earlier run was killed.
        $earlier = $bookmark === null ? [] : [...$bookmark->calledAtMs, $nowMs];
        // If the clock was set back, no call may end in the future.
        $ended = array_map(static fn(int $at): int => min($at, $nowMs), $earlier);
        sort($ended);
        return new Run(
            new Pacer($this->perMinute, $ended),
            new PaymentList($this->client, $this->since),
            $this->perMinute,
            $nowMs,
            $bookmark,
        );
    }

    /**
     * A due deferred reference, or else a new one. Takes no new one while there are too many
     * deferred.
     *
     * @return ?array{ReferenceToCheck, int, bool}
     */
    private function takeNext(Run $run, \Iterator $source): ?array
    {
        for (;;) {
            $first = $run->firstDeferred();
            if ($first !== null && $first->dueMs <= $this->clock->nowMs()) {
                return [$first->here, $first->tries, false];
            }
            if (count($run->deferred) < Deferred::COUNT_MAX && $source->valid()) {
                $here = $source->current();
                $source->next();
                if (!$here instanceof ReferenceToCheck) {
                    $expected = 'reconcile: references: expected a ReferenceToCheck';
                    throw new InvalidOption("$expected, received " . get_debug_type($here));
                }
                return [$here, 0, true];
            }
            if ($first === null) {
                return null;
            }
            $this->pause($first->dueMs - $this->clock->nowMs());
        }
    }

    /** @return \Generator<int, Finding> */
    private function check(Run $run, ReferenceToCheck $here, int $tries, bool $isNew): \Generator
    {
        $failure = null;
        try {
            $reply = $this->asker->ask($run, $here);
        } catch (CallFailed $failed) {
            $failure = $failed;
            $reply = null;
        }
        if ($reply === null && $failure === null) {
            $run->record($here, true, $isNew);
            $run->unsaved += 1;
            if ($run->unsaved >= self::UNSAVED_MAX) {
                $this->save($run);
            }
            $this->report(0);
            return;
        }
        if ($failure !== null && in_array($failure->error, self::REFUSES_ALL, true)) {
            $why = "($failure->error): {$failure->getMessage()}";
            $message = "reconcile: the platform refuses every call $why";
            throw new ReconcileStopped('refused', $message, $failure);
        }
        $willRetry = $failure !== null && $this->noteFailure($run, $here, $tries + 1, $failure);
        $found = $failure === null
            ? Finding::of($here, $reply->data)
            : [new Finding(Difference::Unanswered, $here, null, $failure, $willRetry)];
        foreach ($found as $finding) {
            yield $finding;
        }
        if ($failure === null) {
            $run->failuresInARow = 0;
            $run->drop($here);
        }
        $run->findings += count($found);
        $run->record($here, !$willRetry, $isNew);
        $this->save($run);
        $this->report(0);
        if ($failure !== null && $run->failuresInARow >= self::FAILURES_IN_A_ROW_MAX) {
            $calls = "$run->failuresInARow consecutive calls got no answer";
            $why = "($failure->error): {$failure->getMessage()}";
            throw new ReconcileStopped('unreachable', "reconcile: $calls $why", $failure);
        }
    }

    /**
     * Defers the reference and pauses the run, longer after each failure. Returns whether it is
     * retried.
     */
    private function noteFailure(
        Run $run,
        ReferenceToCheck $here,
        int $tries,
        CallFailed $failure,
    ): bool {
        $run->drop($here);
        if ($failure->error === 'VALIDATION400') {
            // The platform answered: the reference is invalid.
            return false;
        }
        $nowMs = $this->clock->nowMs();
        $isDown = in_array($failure->error, ['network', 'timeout'], true)
            || ($failure->status ?? 0) >= 502;
        if ($tries === 1 || $isDown) {
            $run->failuresInARow += 1;
            $bound = min(self::PAUSE_MAX_MS, self::PAUSE_BASE_MS * 2 ** ($run->failuresInARow - 1));
            $pauseMs = random_int(intdiv($bound, 2), $bound);
            $run->pausedUntilMs = max($run->pausedUntilMs, $nowMs + $pauseMs);
        }
        $waitMs = Deferred::WAITS_MS[$tries - 1] ?? null;
        if ($waitMs === null) {
            return false;
        }
        $run->deferred[] = new Deferred($here, $tries, $nowMs + $waitMs);
        return true;
    }

    private function save(Run $run): void
    {
        $endings = $run->pacer->endings($this->clock->nowMs());
        $this->store?->save($run->bookmark($endings)->text());
        $run->unsaved = 0;
    }

    private function pause(int $ms): void
    {
        if ($ms > 0) {
            $this->report($ms);
            $this->clock->sleepMs($ms);
        }
    }

    private function report(int $waitingMs): void
    {
        if ($this->onProgress !== null) {
            ($this->onProgress)($this->run->progress($waitingMs));
        }
    }
}
