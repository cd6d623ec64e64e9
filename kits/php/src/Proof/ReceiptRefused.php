<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Proof;

use Wasl\PartnerKit\WaslException;

/** Do not believe this receipt. */
final class ReceiptRefused extends \RuntimeException implements WaslException
{
    public function __construct(public readonly ReceiptRefusal $reason)
    {
        parent::__construct($reason->message());
    }

    public function errorCode(): string
    {
        return $this->reason->value;
    }
}
