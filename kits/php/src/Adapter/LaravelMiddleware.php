<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Adapter;

use Illuminate\Http\Request;
use Illuminate\Http\Response;
use Wasl\PartnerKit\Partner;

/**
 * Laravel, as a global middleware: before the routes, which decode paths, and before the CSRF
 * check. In a service provider:
 *
 *     $this->app->singleton(LaravelMiddleware::class, fn($app) => new LaravelMiddleware(
 *         '/payments',
 *         fn() => $app->make(Partner::class),
 *     ));
 */
final class LaravelMiddleware
{
    /**
     * @param string $basePath that of the partner.
     * @param \Closure(): Partner $partner called only for the partner's own paths, so that other
     *   pages open no connection for it.
     */
    public function __construct(
        private readonly string $basePath,
        private readonly \Closure $partner,
    ) {
    }

    /** @param \Closure(Request): mixed $next */
    public function handle(Request $request, \Closure $next): mixed
    {
        if (!str_starts_with($request->getPathInfo(), rtrim($this->basePath, '/') . '/')) {
            return $next($request);
        }
        $answer = ($this->partner)()->handle(SymfonyRequests::incoming($request));
        return new Response($answer->body, $answer->status, $answer->headers);
    }
}
