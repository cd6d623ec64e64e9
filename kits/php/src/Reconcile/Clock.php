<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Reconcile;

/** A replaceable clock, so that tests need not wait a minute. */
interface Clock
{
    /** Milliseconds since 1970. */
    public function nowMs(): int;

    public function sleepMs(int $ms): void;
}
