<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Reconcile;

/**
 * A reference without an answer, to be asked for again (W53).
 *
 * @internal
 */
final class Deferred
{
    /** The waits after each failure of a reference. After the last one it is given up. */
    public const WAITS_MS = [5_000, 30_000, 120_000, 600_000];

    /** When there are so many, the run reads no new reference until one is resolved. */
    public const COUNT_MAX = 100;

    public function __construct(
        public readonly ReferenceToCheck $here,
        /** The number of calls without an answer. */
        public readonly int $tries,
        public readonly int $dueMs,
    ) {
    }
}
