<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Reconcile;

/**
 * The state of one run.
 *
 * @internal
 */
final class Run
{
    public ?string $last;
    public int $checked;
    public int $findings;
    public readonly bool $resumed;
    /** @var list<Deferred> */
    public array $deferred;
    /** References recorded since the progress was last saved. */
    public int $unsaved = 0;
    /** Consecutive calls without an answer. */
    public int $failuresInARow = 0;

    public function __construct(
        public readonly Pacer $pacer,
        public readonly PaymentList $list,
        /** Calls that this run may make in 60 s; fewer while others use the quota. */
        public int $allowed,
        /** No call before this time: the platform asked for a pause, or is down. */
        public int $pausedUntilMs,
        ?Bookmark $bookmark,
    ) {
        $this->last = $bookmark?->last;
        $this->checked = $bookmark->checked ?? 0;
        $this->findings = $bookmark->findings ?? 0;
        $this->deferred = $bookmark->deferred ?? [];
        $this->resumed = $bookmark !== null;
    }

    public function record(ReferenceToCheck $here, bool $isChecked, bool $isNew): void
    {
        if ($isChecked) {
            $this->checked += 1;
            $this->drop($here);
        }
        if ($isNew) {
            $this->last = $here->reference;
        }
    }

    public function drop(ReferenceToCheck $here): void
    {
        $others = static fn(Deferred $one): bool => $one->here !== $here;
        $this->deferred = array_values(array_filter($this->deferred, $others));
    }

    public function firstDeferred(): ?Deferred
    {
        $first = null;
        foreach ($this->deferred as $one) {
            if ($first === null || $one->dueMs < $first->dueMs) {
                $first = $one;
            }
        }
        return $first;
    }

    /** @param list<int> $calledAtMs */
    public function bookmark(array $calledAtMs): Bookmark
    {
        $counts = [$this->checked, $this->findings];
        return new Bookmark($this->last, ...[...$counts, $this->deferred, $calledAtMs]);
    }

    public function progress(int $waitingMs): Progress
    {
        return new Progress(
            $this->checked,
            $this->findings,
            count($this->deferred),
            $this->last,
            $this->resumed,
            $waitingMs,
        );
    }
}
