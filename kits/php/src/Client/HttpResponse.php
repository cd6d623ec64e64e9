<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Client;

final class HttpResponse
{
    /** @param array<string, string> $headers names in lowercase; a repeated one joined by ", ". */
    public function __construct(
        public readonly int $status,
        public readonly array $headers,
        public readonly string $body,
    ) {
    }

    public function header(string $name): ?string
    {
        return $this->headers[$name] ?? null;
    }
}
