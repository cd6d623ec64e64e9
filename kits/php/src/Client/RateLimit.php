<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Client;

/** Your remaining quota, from the header `RateLimit` (D5). */
final class RateLimit
{
    public function __construct(
        /** Calls that are left now. */
        public readonly int $remaining,
        /** The time until at least one more call is allowed. */
        public readonly int $resetMs,
    ) {
    }

    /** Of several policies the one with the fewest calls left; null without a valid one. */
    public static function parse(?string $header): ?self
    {
        $least = null;
        foreach (explode(',', $header ?? '') as $item) {
            if (preg_match('/;[ \t]*r=([0-9]{1,9})(?![0-9.])/', $item, $remaining) !== 1) {
                continue;
            }
            $hasReset = preg_match('/;[ \t]*t=([0-9]{1,9})(?![0-9.])/', $item, $reset) === 1;
            $limit = new self((int) $remaining[1], ($hasReset ? (int) $reset[1] : 0) * 1000);
            if ($least === null || $limit->remaining < $least->remaining) {
                $least = $limit;
            }
        }
        return $least;
    }
}
