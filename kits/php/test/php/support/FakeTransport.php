<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Test;

use Wasl\PartnerKit\Client\HttpRequest;
use Wasl\PartnerKit\Client\HttpResponse;
use Wasl\PartnerKit\Client\Transport;
use Wasl\PartnerKit\Client\TransportFailed;
use Wasl\PartnerKit\Reconcile\Clock;

/** Answers in the given order; the last answer is repeated. */
final class FakeTransport implements Transport
{
    /** @var list<HttpRequest> */
    public array $sent = [];

    /** @var list<HttpResponse|TransportFailed|\Closure> */
    private array $answers;

    public function __construct(HttpResponse|TransportFailed|\Closure ...$answers)
    {
        $this->answers = array_values($answers);
    }

    public function send(HttpRequest $request, int $timeoutMs, int $bodyBytesMax): HttpResponse
    {
        $this->sent[] = $request;
        $answer = count($this->answers) > 1 ? array_shift($this->answers) : $this->answers[0];
        if ($answer instanceof \Closure) {
            $answer = $answer($request);
        }
        return $answer instanceof TransportFailed ? throw $answer : $answer;
    }

    /** @param array<string, string> $headers */
    public static function json(int $status, mixed $value, array $headers = []): HttpResponse
    {
        return new HttpResponse($status, $headers, (string) json_encode($value));
    }
}

/** Sleeps in no time. */
final class FakeClock implements Clock
{
    /** @var list<int> */
    public array $slept = [];

    public function __construct(private int $nowMs = 1_795_251_600_000)
    {
    }

    public function nowMs(): int
    {
        return $this->nowMs;
    }

    public function sleepMs(int $ms): void
    {
        $this->slept[] = $ms;
        $this->nowMs += $ms;
    }
}
