<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Adapter;

use Illuminate\Http\Request;
use Illuminate\Http\Response;
use Wasl\PartnerKit\Partner;

/**
 * Laravel, outside the groups `web` and its CSRF check:
 *
 *     Route::any('/payments/{path}', LaravelController::class)->where('path', '.*');
 *
 * Bind `Partner` in a service provider, with `basePath: '/payments'`.
 */
final class LaravelController
{
    public function __construct(private readonly Partner $partner)
    {
    }

    public function __invoke(Request $request): Response
    {
        $answer = $this->partner->handle(SymfonyRequests::incoming($request));
        return new Response($answer->body, $answer->status, $answer->headers);
    }
}
