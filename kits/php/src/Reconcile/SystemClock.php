<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Reconcile;

final class SystemClock implements Clock
{
    public function nowMs(): int
    {
        return (int) (microtime(true) * 1000);
    }

    public function sleepMs(int $ms): void
    {
        usleep($ms * 1000);
    }
}
