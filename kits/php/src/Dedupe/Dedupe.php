<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Dedupe;

/**
 * Records handled events, so that a repeated event is acknowledged without being handled again. The
 * key is the signed content, `event` and `data.paymentId` (D13).
 */
interface Dedupe
{
    /**
     * Calls `run` unless it already succeeded for this key.
     *
     * - When `run` throws, `once` must throw and leave the key unrecorded: the platform sends the
     *   event again.
     * - While another call for the same key is running, `once` waits for it.
     *
     * @param callable(mixed): void $run receives the transaction.
     */
    public function once(string $key, callable $run): Outcome;
}
