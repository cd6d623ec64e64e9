<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Adapter;

use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;
use Wasl\PartnerKit\Partner;

/**
 * Symfony: the controller of the route `/payments/{path}` with `requirements: { path: '.*' }`. Give
 * the partner `basePath: '/payments'`.
 */
final class SymfonyController
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
