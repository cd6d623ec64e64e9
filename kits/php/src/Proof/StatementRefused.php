<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Proof;

use Wasl\PartnerKit\WaslException;

/** Do not believe this manifest or document. */
final class StatementRefused extends \RuntimeException implements WaslException
{
    /** @param ?int $index the place of the refused manifest in a chain. */
    public function __construct(
        public readonly StatementRefusal $reason,
        public readonly ?int $index = null,
    ) {
        parent::__construct($reason->message());
    }

    public function errorCode(): string
    {
        return $this->reason->value;
    }
}
