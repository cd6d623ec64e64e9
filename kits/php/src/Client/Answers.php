<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Client;

use Wasl\PartnerKit\Wire\Issue;
use Wasl\PartnerKit\Wire\Json;

/**
 * Converts an HTTP answer to a reply, or throws.
 *
 * @internal
 */
final class Answers
{
    /** More than the platform ever sends. */
    private const DETAILS_MAX = 100;

    public function __construct(#[\SensitiveParameter] private readonly string $apiKey)
    {
    }

    /** @throws CallFailed */
    public function read(Call $call, HttpResponse $response, int $attempts): Reply
    {
        $status = $response->status;
        if ($status >= 300 && $status < 400) {
            $why = 'The client does not follow it, because it would send the key along.';
            $todo = "Give the redirect's target as baseUrl.";
            $message = "The answer is a redirect (HTTP $status). $why $todo";
            throw $this->bad($message, $response, $attempts);
        }
        try {
            $value = Json::decode($response->body);
            $isJson = true;
        } catch (\JsonException) {
            $value = null;
            $isJson = false;
        }
        if ($status !== 200) {
            throw $this->refusal($response, $value, $attempts);
        }
        $issues = $isJson ? ($call->issues)($value) : [];
        if (!$isJson || $issues !== []) {
            $problem = $isJson ? Issue::line($issues) : 'it is not JSON in UTF-8';
            throw $this->bad(
                "The platform's answer does not match the specification: $problem. Check baseUrl.",
                $response,
                $attempts,
            );
        }
        $rateLimit = RateLimit::parse($response->header('ratelimit'));
        return new Reply(($call->read)($value), $this->requestId($response), $rateLimit, $attempts);
    }

    public function failed(TransportFailed $failed, int $bodyBytesMax, int $attempts): CallFailed
    {
        $cause = PlatformText::safe($failed->getMessage(), $this->apiKey);
        $how = $cause === '' ? '' : " ($cause)";
        [$error, $message] = match ($failed->error) {
            'network' => ['network', "The connection to the platform failed$how."],
            'timeout' => ['timeout', 'The platform did not answer in time.'],
            default => ['bad_response', "The answer is larger than $bodyBytesMax bytes."],
        };
        return new CallFailed($error, $message, attempts: $attempts, neverSent: $failed->neverSent);
    }

    /** Any status but 200: the platform's own error (D4), or of something that stands before it. */
    private function refusal(HttpResponse $response, mixed $value, int $attempts): CallFailed
    {
        $status = $response->status;
        $retryAfterMs = RetryAfter::milliseconds(
            $response->header('retry-after'),
            $response->header('date'),
        );
        $texts = array_map(
            static fn(string $name): mixed => $value->$name ?? null,
            $value instanceof \stdClass ? ['error', 'errorMessage', 'requestId'] : [],
        );
        $isError = $texts !== [] && array_filter($texts, is_string(...)) === $texts;
        if (!$isError || $status < 400) {
            $message = "The answer was HTTP $status without an error of the platform. Something "
                . "between may have given it, or baseUrl is not the platform's.";
            $requestId = $this->requestId($response);
            $more = [$status, $requestId, [], $retryAfterMs, $attempts];
            return new CallFailed('bad_response', $message, ...$more);
        }
        [$error, $message, $requestId] = array_map($this->safe(...), $texts);
        $details = $this->details($value->details ?? []);
        $more = [$status, $requestId, $details, $retryAfterMs, $attempts];
        return new CallFailed($error, $message, ...$more);
    }

    /** @return list<Issue> */
    private function details(mixed $details): array
    {
        $issues = [];
        foreach (is_array($details) ? array_slice($details, 0, self::DETAILS_MAX) : [] as $detail) {
            $path = $detail->path ?? null;
            $message = $detail->message ?? null;
            if (is_string($path) && is_string($message)) {
                $issues[] = new Issue($this->safe($path), $this->safe($message));
            }
        }
        return $issues;
    }

    private function bad(string $message, HttpResponse $response, int $attempts): CallFailed
    {
        $requestId = $this->requestId($response);
        $safe = $this->safe($message);
        $status = $response->status;
        return new CallFailed('bad_response', $safe, $status, $requestId, attempts: $attempts);
    }

    private function safe(string $text): string
    {
        return PlatformText::safe($text, $this->apiKey);
    }

    private function requestId(HttpResponse $response): ?string
    {
        $id = $this->safe($response->header('x-request-id') ?? '');
        return $id === '' ? null : $id;
    }
}
