<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Webhook;

/** Correctly signed, of a kind that this release does not know: acknowledge it. */
final class UnknownEvent
{
    public function __construct(public readonly string $event, public readonly \stdClass $data)
    {
    }
}
