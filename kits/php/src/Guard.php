<?php

declare(strict_types=1);

namespace Wasl\PartnerKit;

use Wasl\PartnerKit\Webhook\Authorization;
use Wasl\PartnerKit\Webhook\Refusal;
use Wasl\PartnerKit\Webhook\Secrets;

/**
 * What both endpoints check first.
 *
 * @internal
 */
final class Guard
{
    private readonly \Closure $now;

    public function __construct(
        public readonly Secrets $secrets,
        public readonly int $toleranceSeconds,
        ?callable $now,
    ) {
        $this->now = $now === null ? time(...) : $now(...);
    }

    public function nowSeconds(): int
    {
        return (int) ($this->now)();
    }

    /** @param callable(string): ?string $header */
    public function authorizationProblem(callable $header): ?Refusal
    {
        return Authorization::problem($header('authorization'), $this->secrets);
    }

    /** @param callable(string): ?string $header */
    public function timestampProblem(callable $header): ?Refusal
    {
        $timestamp = $header('x-timestamp');
        $tolerance = $this->toleranceSeconds;
        return Authorization::timestampProblem($timestamp, $this->nowSeconds(), $tolerance);
    }

    public function message(Refusal $refusal): string
    {
        return $refusal->message($this->toleranceSeconds);
    }
}
