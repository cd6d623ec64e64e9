<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Client;

use Wasl\PartnerKit\Wire\Issue;

/** @internal */
final class Call
{
    /**
     * @param string $subject the reference or the token, for the log.
     * @param bool $isRepeatable false for a single-use amount: it may have been set and paid before
     *   its answer was lost; setting it again would allow a second payment.
     * @param \Closure(mixed): list<Issue> $issues
     * @param \Closure(\stdClass): object $read
     */
    public function __construct(
        public readonly string $name,
        public readonly string $subject,
        public readonly string $method,
        public readonly string $url,
        public readonly ?string $body,
        public readonly bool $isRepeatable,
        public readonly \Closure $issues,
        public readonly \Closure $read,
        public readonly int $bodyBytesMax,
    ) {
    }
}
