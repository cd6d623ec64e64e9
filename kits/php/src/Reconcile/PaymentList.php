<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Reconcile;

use Wasl\PartnerKit\Amount;
use Wasl\PartnerKit\Client\CallFailed;
use Wasl\PartnerKit\Client\Client;
use Wasl\PartnerKit\Wire\Stage;

/**
 * The platform's list of payments, read while a run waits for the quota of the status (W125). Only
 * a complete list is used, and it can only say that a reference agrees: a reference that seems to
 * differ is asked for, because the list may be some minutes old.
 *
 * @internal
 */
final class PaymentList
{
    private const REFERENCES_MAX = 200_000;
    private const PAGE_ITEMS = 500;
    private const FAILURES_IN_A_ROW_MAX = 3;
    private const FAILURE_PAUSE_MS = 5_000;

    /** @var 'reading'|'complete'|'unavailable' */
    private string $state = 'reading';
    private ?string $cursor = null;
    private int $failuresInARow = 0;
    private int $pausedUntilMs = 0;

    /** @var array<string, array{string, int, bool}> the newest payment of each reference. */
    private array $known = [];

    public function __construct(private readonly Client $client, private readonly ?string $since)
    {
    }

    public function isReading(): bool
    {
        return $this->state === 'reading';
    }

    public function waitMs(int $nowMs): int
    {
        return max(0, $this->pausedUntilMs - $nowMs);
    }

    public function readPage(Clock $clock): void
    {
        try {
            $page = $this->client->listPayments(
                from: $this->since,
                cursor: $this->cursor,
                limit: self::PAGE_ITEMS,
                retries: 0,
            );
        } catch (CallFailed $failure) {
            $this->noteFailure($failure, $clock->nowMs());
            return;
        }
        $this->failuresInARow = 0;
        // In the order of opening: the newest payment of a reference comes last, and decides.
        foreach ($page->data->items as $one) {
            $isFailed = ($one->webhookDelivery ?? null) === 'failed';
            $centimes = Amount::fromWire($one->amount)->centimes;
            $this->known["r$one->reference"] = [$one->stage, $centimes, $isFailed];
        }
        $this->cursor = $page->data->nextCursor;
        if ($this->cursor === null) {
            $this->state = 'complete';
        } elseif (count($this->known) > self::REFERENCES_MAX) {
            $this->giveUp();
        }
        if ($page->rateLimit?->remaining === 0) {
            $this->pausedUntilMs = $clock->nowMs() + $page->rateLimit->resetMs;
        }
    }

    /** Whether a complete list says that both sides agree. */
    public function agrees(ReferenceToCheck $here): bool
    {
        $known = $this->known["r$here->reference"] ?? null;
        // A payment before `since` is not in the list.
        if ($this->state !== 'complete' || ($known === null && $this->since !== null)) {
            return false;
        }
        if ($known === null) {
            return Difference::between($here, Stage::NotFound, null, false) === [];
        }
        [$stage, $centimes, $failed] = $known;
        $amount = Amount::centimes($centimes);
        return Difference::between($here, Stage::from($stage), $amount, $failed) === [];
    }

    private function noteFailure(CallFailed $failure, int $nowMs): void
    {
        $this->pausedUntilMs = $nowMs + ($failure->retryAfterMs ?? self::FAILURE_PAUSE_MS);
        if ($failure->status === 429) {
            return;
        }
        $this->failuresInARow += 1;
        $isRefused = $failure->status !== null && $failure->status >= 400 && $failure->status < 500;
        if ($isRefused || $this->failuresInARow >= self::FAILURES_IN_A_ROW_MAX) {
            $this->giveUp();
        }
    }

    private function giveUp(): void
    {
        $this->state = 'unavailable';
        $this->known = [];
    }
}
