<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Client;

/**
 * The answer of a call that succeeded.
 *
 * @template Data
 */
final class Reply
{
    /**
     * @param Data $data
     * @param ?RateLimit $rateLimit null for an endpoint without a quota.
     */
    public function __construct(
        public readonly mixed $data,
        public readonly ?string $requestId,
        public readonly ?RateLimit $rateLimit,
        public readonly int $attempts,
    ) {
    }
}
