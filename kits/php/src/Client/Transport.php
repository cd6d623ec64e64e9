<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Client;

/** Sends one request. It follows no redirect, which would send the key along. */
interface Transport
{
    /**
     * @param int $timeoutMs for the whole request with its answer.
     * @param int $bodyBytesMax the largest accepted answer.
     * @throws TransportFailed
     */
    public function send(HttpRequest $request, int $timeoutMs, int $bodyBytesMax): HttpResponse;
}
