<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Client;

use Wasl\PartnerKit\InvalidOption;

/**
 * Sends a call until it gets a usable answer or runs out of retries or time. One deadline covers
 * all attempts and waits.
 *
 * @internal
 */
final class Sender
{
    private const WAIT_BASE_MS = 250;
    private const WAIT_MAX_MS = 5_000;
    private const TIMEOUT_MS_MAX = 600_000;
    private const RETRIES_MAX = 10;

    /** Temporary failures: a gateway without a server, a server without a database. */
    private const TEMPORARY = [502, 503, 504];

    private readonly ?\Closure $log;
    private readonly Answers $answers;

    public function __construct(
        #[\SensitiveParameter] private readonly string $apiKey,
        private readonly string $language,
        private readonly Transport $transport,
        private readonly int $timeoutMs,
        private readonly int $attemptTimeoutMs,
        private readonly int $retries,
        ?callable $log,
    ) {
        InvalidOption::expectInteger('Client', 'timeoutMs', $timeoutMs, 1, self::TIMEOUT_MS_MAX);
        $max = self::TIMEOUT_MS_MAX;
        InvalidOption::expectInteger('Client', 'attemptTimeoutMs', $attemptTimeoutMs, 1, $max);
        InvalidOption::expectInteger('Client', 'retries', $retries, 0, self::RETRIES_MAX);
        $this->log = $log === null ? null : $log(...);
        $this->answers = new Answers($apiKey);
    }

    /** @throws CallFailed */
    public function send(Call $call, ?int $retriesMax): Reply
    {
        $retries = $retriesMax ?? $this->retries;
        InvalidOption::expectInteger($call->name, 'retries', $retries, 0, self::RETRIES_MAX);
        $deadline = self::nowMs() + $this->timeoutMs;
        for ($attempt = 1; ; $attempt += 1) {
            $leftMs = (int) max(1, min($this->attemptTimeoutMs, $deadline - self::nowMs()));
            try {
                $reply = $this->attempt($call, $leftMs, $attempt);
                $this->report($call, 'call_answered', $attempt, $reply);
                return $reply;
            } catch (CallFailed $failure) {
                $waitMs = self::waitMs($attempt, $failure->retryAfterMs);
                $hasTime = self::nowMs() + $waitMs < $deadline;
                if ($attempt > $retries || !$hasTime || !self::mayRetry($call, $failure)) {
                    $this->report($call, 'call_failed', $attempt, $failure);
                    throw $failure;
                }
                $this->report($call, 'call_retried', $attempt, $failure, $waitMs);
                usleep($waitMs * 1000);
            }
        }
    }

    private function attempt(Call $call, int $timeoutMs, int $attempt): Reply
    {
        $headers = [
            'x-api-key' => $this->apiKey,
            'accept' => 'application/json',
            // A compressed answer could exceed the limit before it is counted.
            'accept-encoding' => 'identity',
            'accept-language' => $this->language,
            'user-agent' => 'wasl-partner-kit/' . Client::VERSION . ' php/' . PHP_VERSION,
            ...($call->body === null ? [] : ['content-type' => 'application/json']),
        ];
        $request = new HttpRequest($call->method, $call->url, $headers, $call->body);
        try {
            $response = $this->transport->send($request, $timeoutMs, $call->bodyBytesMax);
        } catch (TransportFailed $failed) {
            throw $this->answers->failed($failed, $call->bodyBytesMax, $attempt);
        }
        return $this->answers->read($call, $response, $attempt);
    }

    /** Whether a retry is safe and can help. */
    private static function mayRetry(Call $call, CallFailed $failure): bool
    {
        if ($failure->status !== null) {
            $isTemporary = in_array($failure->status, self::TEMPORARY, true);
            return $failure->status === 429 || ($call->isRepeatable && $isTemporary);
        }
        $mayPass = $failure->error === 'network' || $failure->error === 'timeout';
        return $mayPass && ($call->isRepeatable || $failure->neverSent);
    }

    /** Exponential backoff with full jitter, after `Retry-After` if there is one. */
    private static function waitMs(int $retry, ?int $retryAfterMs): int
    {
        $bound = min(self::WAIT_MAX_MS, self::WAIT_BASE_MS * 2 ** ($retry - 1));
        return ($retryAfterMs ?? 0) + random_int(0, $bound - 1);
    }

    private static function nowMs(): float
    {
        return hrtime(true) / 1e6;
    }

    private function report(
        Call $call,
        string $code,
        int $attempt,
        Reply|CallFailed $result,
        ?int $waitMs = null,
    ): void {
        if ($this->log === null) {
            return;
        }
        $failure = $result instanceof CallFailed ? $result : null;
        $entry = new ClientLogEntry(
            $failure === null ? 'info' : 'warning',
            $code,
            $call->name,
            $failure?->getMessage() ?? 'Answered.',
            $call->subject,
            $failure === null ? 200 : $failure->status,
            $result->requestId,
            $failure?->error,
            $attempt,
            $waitMs,
        );
        try {
            ($this->log)($entry);
        } catch (\Throwable) {
            // There is no other place to report it.
        }
    }
}
