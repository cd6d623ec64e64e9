<?php

declare(strict_types=1);

namespace Wasl\PartnerKit;

/** A value is not an amount of money. */
final class InvalidAmount extends \DomainException implements WaslException
{
    public function errorCode(): string
    {
        return 'invalid_amount';
    }
}
