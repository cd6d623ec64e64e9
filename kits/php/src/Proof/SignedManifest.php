<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Proof;

use Wasl\PartnerKit\Wire\Json;

/**
 * A manifest (W118), read but not verified: a JWS (RFC 7515) in its compact form. A line break at
 * its end is not part of it, and is refused.
 *
 * @internal
 */
final class SignedManifest
{
    /** RFC 9864 replaces the name EdDSA, which means two curves. */
    private const ALGORITHM = 'Ed25519';
    private const TYPE = 'wasl-statement-manifest';

    /** A manifest has about 1,200 bytes. */
    private const BYTES_MAX = 16_384;

    private function __construct(
        public readonly string $kid,
        public readonly \stdClass $payload,
        public readonly string $signed,
        public readonly string $signature,
    ) {
    }

    /** @throws StatementRefused */
    public static function read(string $manifest): self
    {
        try {
            Malformed::unless(strlen($manifest) <= self::BYTES_MAX);
            $parts = array_map(Base64Url::decode(...), explode('.', $manifest));
            Malformed::unless(count($parts) === 3);
            [$head, $payload] = [Json::decode($parts[0]), self::jsonOrNull($parts[1])];
            Malformed::unless(ManifestFields::isHeader($head));
            $problem = match (true) {
                $head->alg !== self::ALGORITHM => StatementRefusal::WrongAlgorithm,
                $head->typ !== self::TYPE => StatementRefusal::WrongType,
                default => null,
            };
            if ($problem !== null) {
                throw new StatementRefused($problem);
            }
            Malformed::unless(ManifestFields::isPayload($payload));
        } catch (Malformed | \JsonException) {
            throw new StatementRefused(StatementRefusal::NotAManifest);
        }
        $signed = substr($manifest, 0, (int) strrpos($manifest, '.'));
        return new self($head->kid, $payload, $signed, $parts[2]);
    }

    private static function jsonOrNull(string $text): mixed
    {
        try {
            return Json::decode($text);
        } catch (\JsonException) {
            return null;
        }
    }
}
