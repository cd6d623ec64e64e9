<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Reconcile;

use Wasl\PartnerKit\Client\CallFailed;
use Wasl\PartnerKit\WaslException;

/**
 * The run stopped before the end of its list. A later run continues from there.
 *
 * - `refused`: the platform refuses every call (wrong key, inactive partner).
 * - `unreachable`: too many consecutive calls got no answer.
 */
final class ReconcileStopped extends \RuntimeException implements WaslException
{
    public function __construct(
        public readonly string $reason,
        string $message,
        public readonly ?CallFailed $failure = null,
    ) {
        parent::__construct($message);
    }

    public function errorCode(): string
    {
        return $this->reason;
    }
}
