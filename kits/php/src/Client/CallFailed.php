<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Client;

use Wasl\PartnerKit\WaslException;
use Wasl\PartnerKit\Wire\Issue;

/**
 * A call failed. `error` is a code of the platform, possibly newer than this version, or
 *
 * - `network`: the connection failed.
 * - `timeout`: the call took too long.
 * - `bad_response`: the answer does not match the specification.
 */
final class CallFailed extends \RuntimeException implements WaslException
{
    /**
     * @param ?int $status the HTTP status; null without an answer.
     * @param ?string $requestId the id in the platform's logs, for the operator's support.
     * @param list<Issue> $details one problem for each wrong field, on `VALIDATION400`.
     * @param ?int $retryAfterMs the wait that the platform asks for, at most 24 h.
     * @param int $attempts the number of requests sent; 0 when the arguments are invalid.
     */
    public function __construct(
        public readonly string $error,
        string $message,
        public readonly ?int $status = null,
        public readonly ?string $requestId = null,
        public readonly array $details = [],
        public readonly ?int $retryAfterMs = null,
        public readonly int $attempts = 0,
        /** Whether the platform cannot have received the request. */
        public readonly bool $neverSent = false,
    ) {
        parent::__construct($message);
    }

    public function errorCode(): string
    {
        return $this->error;
    }

    /**
     * Arguments that the platform would refuse are not sent, and cost nothing of the quota.
     *
     * @param list<Issue> $issues
     */
    public static function notSent(array $issues): self
    {
        $message = 'The request was not sent: ' . Issue::line($issues) . '.';
        return new self('VALIDATION400', $message, details: $issues);
    }
}
