<?php

declare(strict_types=1);

namespace Wasl\PartnerKit;

use Wasl\PartnerKit\Wire\Json;

/** A response, independent of the server. Its body is always JSON (section 1). */
final class Answer
{
    /** @param array<string, string> $headers names in lowercase. */
    private function __construct(
        public readonly int $status,
        public readonly array $headers,
        public readonly string $body,
    ) {
    }

    /** @param array<string, string> $headers */
    public static function json(int $status, mixed $value, array $headers = []): self
    {
        $common = [
            'content-type' => 'application/json; charset=utf-8',
            'cache-control' => 'no-store',
        ];
        return new self($status, [...$common, ...$headers], Json::encode($value));
    }

    /**
     * An error body (section 2.3) with the status of its code.
     *
     * @param array<string, string> $headers
     */
    public static function error(
        AnswerError $code,
        ?string $message = null,
        array $headers = [],
    ): self {
        $body = ['error' => $code->value, 'errorMessage' => $message ?? $code->message()];
        return self::json($code->status(), $body, $headers);
    }

    /** 401 (section 7.1), with the header that RFC 9110 requires. */
    public static function unauthorized(string $message): self
    {
        return self::error(AnswerError::Unauthorized, $message, ['www-authenticate' => 'Bearer']);
    }

    /** 200 `{ "success": true }` (section 2.5). */
    public static function acknowledgement(): self
    {
        return self::json(200, ['success' => true]);
    }
}
