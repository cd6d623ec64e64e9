<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Webhook;

use Wasl\PartnerKit\WaslException;

/** A request is not what the platform sends. `reason` is for programs, the message for a log. */
final class WebhookRefused extends \RuntimeException implements WaslException
{
    public function __construct(
        public readonly Refusal $reason,
        int $toleranceSeconds = Signature::TOLERANCE_SECONDS,
        ?string $problem = null,
    ) {
        $message = $reason->message($toleranceSeconds);
        parent::__construct($problem === null ? $message : "$message $problem.");
    }

    public function errorCode(): string
    {
        return $this->reason->value;
    }
}
