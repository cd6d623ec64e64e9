<?php

declare(strict_types=1);

namespace Wasl\PartnerKit;

/**
 * The answer of your lookup has a wrong field, which the message names. Thrown in your lookup, it
 * becomes 503 `SERVICE_UNAVAILABLE`, and your log receives the message.
 */
final class InvalidAnswer extends \DomainException implements WaslException
{
    public function errorCode(): string
    {
        return 'invalid_answer';
    }
}
