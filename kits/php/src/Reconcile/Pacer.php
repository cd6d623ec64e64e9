<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Reconcile;

/**
 * Limits the calls in any sliding window of 60 seconds, as the platform counts them (W51). A call
 * counts from its end; the platform counts it between its start and its end.
 *
 * @internal
 */
final class Pacer
{
    public const WINDOW_MS = 60_000;

    // For clock drift between the machines: it is always less than this in a minute.
    private const MARGIN_MS = 100;

    /** @param list<int> $ended when the calls of an earlier run ended, oldest first. */
    public function __construct(private readonly int $perMinute, private array $ended = [])
    {
        $this->ended = array_slice($ended, -$perMinute);
    }

    /** The wait before the next call, for at most `allowed` calls in 60 s. */
    public function waitMs(int $nowMs, int $allowed): int
    {
        $oldest = $this->ended[count($this->ended) - min($allowed, $this->perMinute)] ?? null;
        return $oldest === null ? 0 : max(0, $oldest + self::WINDOW_MS + self::MARGIN_MS - $nowMs);
    }

    public function ended(int $nowMs): void
    {
        $this->ended[] = $nowMs;
        if (count($this->ended) > $this->perMinute) {
            array_shift($this->ended);
        }
    }

    /** @return list<int> the ends of the calls that still count. */
    public function endings(int $nowMs): array
    {
        $counts = static fn(int $ended): bool => $ended + self::WINDOW_MS + self::MARGIN_MS > $nowMs;
        return array_values(array_filter($this->ended, $counts));
    }
}
