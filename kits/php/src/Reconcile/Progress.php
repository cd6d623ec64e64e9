<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Reconcile;

final class Progress
{
    public function __construct(
        /** References that were answered or given up, those of a resumed run included. */
        public readonly int $checked,
        public readonly int $findings,
        /** References without an answer, to be retried. */
        public readonly int $deferred,
        /** The last reference read from the list. */
        public readonly ?string $last,
        /** Whether this run continues an earlier one. */
        public readonly bool $resumed,
        /** The time until the next call; 0 without a pause. */
        public readonly int $waitingMs,
    ) {
    }
}
