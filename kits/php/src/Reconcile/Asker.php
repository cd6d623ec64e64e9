<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Reconcile;

use Wasl\PartnerKit\Client\CallFailed;
use Wasl\PartnerKit\Client\Client;
use Wasl\PartnerKit\Client\RateLimit;
use Wasl\PartnerKit\Client\Reply;

/**
 * Reads one status from the platform, within the quota (W51), unless the list answers (W125).
 *
 * @internal
 */
final class Asker
{
    /** Your quota, shared by all your processes (section 8, D5). */
    public const QUOTA_PER_MINUTE = 60;

    /** After a 429 without Retry-After. */
    private const LIMITED_WAIT_MS = 10_000;
    private const LIMITED_WAIT_MS_MIN = 1_000;

    /** Consecutive 429 answers before the reference is deferred. */
    private const LIMITED_MAX = 30;

    // Reserve, because the use by other processes varies.
    private const SPARE_MAX = 5;

    /** @param \Closure(int): void $pause waits so many milliseconds, and reports it. */
    public function __construct(
        private readonly Client $client,
        private readonly int $perMinute,
        private readonly Clock $clock,
        private readonly \Closure $pause,
    ) {
    }

    /**
     * Null when the list of payments says that both sides agree.
     *
     * @throws CallFailed
     */
    public function ask(Run $run, ReferenceToCheck $here): ?Reply
    {
        for ($limited = 0; ; $limited += 1) {
            if ($run->pausedUntilMs <= $this->clock->nowMs()) {
                $this->readListMeanwhile($run);
            }
            if ($run->list->agrees($here)) {
                return null;
            }
            $nowMs = $this->clock->nowMs();
            $quotaMs = $run->pacer->waitMs($nowMs, $run->allowed);
            ($this->pause)(max($quotaMs, $run->pausedUntilMs - $nowMs));
            try {
                // One request for each call, because the pacer cannot count the client's own
                // retries.
                $reply = $this->client->status($here->reference, retries: 0);
                $run->pacer->ended($this->clock->nowMs());
                $run->allowed = $this->allowedBeside($run, $reply->rateLimit);
                return $reply;
            } catch (CallFailed $failure) {
                $this->applyLimits($run, $failure);
                if ($failure->status !== 429 || $limited >= self::LIMITED_MAX) {
                    throw $failure;
                }
            }
        }
    }

    private function applyLimits(Run $run, CallFailed $failure): void
    {
        // A call that the client refused itself used no quota.
        if ($failure->attempts > 0) {
            $run->pacer->ended($this->clock->nowMs());
        }
        $waitMs = $failure->status === 429
            ? max(self::LIMITED_WAIT_MS_MIN, $failure->retryAfterMs ?? self::LIMITED_WAIT_MS)
                + random_int(0, 1_000)
            : $failure->retryAfterMs;
        if ($waitMs !== null) {
            $run->pausedUntilMs = max($run->pausedUntilMs, $this->clock->nowMs() + $waitMs);
        }
    }

    private function readListMeanwhile(Run $run): void
    {
        while ($run->list->isReading()) {
            $nowMs = $this->clock->nowMs();
            $waitMs = $run->pacer->waitMs($nowMs, $run->allowed);
            if ($waitMs <= 0) {
                return;
            }
            $listWaitMs = $run->list->waitMs($nowMs);
            if ($listWaitMs <= 0) {
                $run->list->readPage($this->clock);
            } else {
                ($this->pause)(min($waitMs, $listWaitMs));
            }
        }
    }

    /**
     * Others use the part of the quota that this run did not use; when they need more, it takes
     * less.
     */
    private function allowedBeside(Run $run, ?RateLimit $rateLimit): int
    {
        if ($rateLimit === null) {
            return $this->perMinute;
        }
        $own = count($run->pacer->endings($this->clock->nowMs()));
        $byOthers = self::QUOTA_PER_MINUTE - $rateLimit->remaining - $own;
        $spare = min(self::SPARE_MAX, self::QUOTA_PER_MINUTE - $this->perMinute);
        $left = self::QUOTA_PER_MINUTE - $byOthers - $spare;
        return max(1, min($this->perMinute, $left));
    }
}
