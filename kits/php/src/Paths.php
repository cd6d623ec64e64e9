<?php

declare(strict_types=1);

namespace Wasl\PartnerKit;

use Wasl\PartnerKit\Wire\Shown;

/**
 * Where the two endpoints are, still percent-encoded as requests are.
 *
 * @internal
 */
final class Paths
{
    /** Without a trailing slash; empty for the root. */
    public readonly string $base;
    public readonly string $webhook;

    public function __construct(string $basePath, ?string $webhookPath)
    {
        $this->base = rtrim(self::checked('basePath', $basePath), '/');
        $webhook = $webhookPath ?? "$this->base/webhooks/platform";
        $this->webhook = self::checked('webhookPath', $webhook);
    }

    /** The undecoded reference; null when the path is not one segment below the base. */
    public function segment(string $pathname): ?string
    {
        if (!str_starts_with($pathname, "$this->base/")) {
            return null;
        }
        $segment = substr($pathname, strlen($this->base) + 1);
        return $segment === '' || str_contains($segment, '/') ? null : $segment;
    }

    /** Whether a path belongs to the partner, even if it is no endpoint. */
    public function owns(string $pathname): bool
    {
        return $pathname === $this->webhook || $pathname === $this->base
            || str_starts_with($pathname, "$this->base/");
    }

    /** Percent-encodes the path once, because paths of requests are compared undecoded. */
    private static function checked(string $name, string $path): string
    {
        if (preg_match('~^/(?!/)[^?#\\\\]*$~D', $path) !== 1 || str_contains($path, '//')) {
            $received = Shown::quoted($path);
            $problem = "Partner: $name: expected a path such as /payments, received $received";
            throw new InvalidOption($problem);
        }
        return (string) preg_replace_callback(
            '/[^\x21-\x7e]/',
            static fn(array $found): string => rawurlencode($found[0]),
            $path,
        );
    }
}
