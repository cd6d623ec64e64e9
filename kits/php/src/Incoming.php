<?php

declare(strict_types=1);

namespace Wasl\PartnerKit;

/** A request, independent of the server. Adapters convert their server's requests to it. */
final class Incoming
{
    /**
     * @param string $pathname still percent-encoded, without the query.
     * @param array<array-key, mixed> $headers names in any case.
     * @param \Closure(int): (string|BodyProblem) $readBody called at most once, with the largest
     *   number of bytes, only for a webhook with a correct Authorization.
     * @param ?string $advice what to change in this framework when the body was already read.
     */
    public function __construct(
        public readonly string $method,
        public readonly string $pathname,
        public readonly array $headers,
        public readonly \Closure $readBody,
        public readonly ?string $advice = null,
    ) {
    }
}
