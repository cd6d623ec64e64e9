<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Webhook;

use Wasl\PartnerKit\Wire\Text;

/** The secrets that the platform and you share, checked (section 5, D13). */
final class Secrets
{
    /** Shorter secrets can be guessed. The platform's have at least 52 bytes. */
    private const BYTES_MIN = 16;
    private const BYTES_MAX = 512;

    /** A rotation needs two. Each additional secret weakens the check. */
    private const COUNT_MAX = 5;

    /**
     * @param list<string> $apiHeaders the header of each API secret, as the platform writes it.
     * @param list<string> $apiDigests the SHA-256 of each API secret.
     * @param list<\HashContext> $hmac each HMAC secret, prepared once.
     */
    private function __construct(
        #[\SensitiveParameter] public readonly array $apiHeaders,
        #[\SensitiveParameter] public readonly array $apiDigests,
        #[\SensitiveParameter] public readonly array $hmac,
    ) {
    }

    /**
     * @param mixed $api one secret, or a list during a rotation; `getenv` returns false without
     *   one.
     * @throws \DomainException with the problem, which never contains a secret.
     */
    public static function prepare(
        #[\SensitiveParameter] mixed $api,
        #[\SensitiveParameter] mixed $hmac,
    ): self {
        $apiSecrets = self::secretList('apiSecret', $api);
        $hmacSecrets = self::secretList('hmacSecret', $hmac);
        // Every request contains the API secret. With a shared value, its reader could sign events.
        if (array_intersect($apiSecrets, $hmacSecrets) !== []) {
            $problem = 'apiSecret and hmacSecret must differ, but they share a value';
            throw new \DomainException($problem);
        }
        return new self(
            array_map(static fn(string $one) => "Bearer $one", $apiSecrets),
            array_map(static fn(string $one) => hash('sha256', $one, true), $apiSecrets),
            array_map(Signature::prepare(...), $hmacSecrets),
        );
    }

    /** Neither `var_dump` nor an error report shows a secret. */
    public function __debugInfo(): array
    {
        return ['api' => count($this->apiDigests), 'hmac' => count($this->hmac)];
    }

    /** @return list<string> */
    private static function secretList(string $name, #[\SensitiveParameter] mixed $given): array
    {
        $list = is_array($given) ? array_values($given) : [$given];
        $count = count($list);
        if ($count === 0 || $count > self::COUNT_MAX) {
            $max = self::COUNT_MAX;
            $problem = "expected a secret or a list of 1 to $max, received $count";
            throw new \DomainException("$name: $problem");
        }
        foreach ($list as $secret) {
            $problem = self::problem($secret, $name === 'apiSecret');
            if ($problem !== null) {
                throw new \DomainException("$name: $problem");
            }
        }
        return $list;
    }

    private static function problem(#[\SensitiveParameter] mixed $secret, bool $inHeader): ?string
    {
        if (!is_string($secret)) {
            $nothing = 'nothing (is the environment variable set?)';
            $isNothing = $secret === null || $secret === false;
            $received = $isNothing ? $nothing : get_debug_type($secret);
            return "expected the secret that the platform's operator gave you, received $received";
        }
        $bytes = strlen($secret);
        if ($bytes < self::BYTES_MIN || $bytes > self::BYTES_MAX) {
            $limits = self::BYTES_MIN . ' to ' . self::BYTES_MAX;
            return "expected a secret of $limits bytes, received $bytes";
        }
        if (preg_match('/[\x00-\x1f\x7f]/', $secret) === 1 || Text::hasOuterSpace($secret)) {
            return 'expected a secret without line ends and without leading or trailing spaces';
        }
        if ($inHeader && preg_match('/^[\x21-\x7e]+$/D', $secret) !== 1) {
            return 'expected visible ASCII characters without spaces';
        }
        return null;
    }
}
