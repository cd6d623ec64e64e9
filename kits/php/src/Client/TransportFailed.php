<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Client;

/** A request that got no usable answer. */
final class TransportFailed extends \RuntimeException
{
    /**
     * @param 'network'|'timeout'|'too_large' $error
     * @param bool $neverSent whether the platform cannot have received the request.
     */
    public function __construct(
        public readonly string $error,
        public readonly bool $neverSent = false,
        ?string $cause = null,
    ) {
        parent::__construct($cause ?? '');
    }
}
