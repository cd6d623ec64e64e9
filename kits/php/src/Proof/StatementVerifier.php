<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Proof;

use Wasl\PartnerKit\Wire\Time;

/**
 * Verifies statements (W118), without the network: the signature of the manifest, the key, the
 * document and the manifest before. It takes the exact bytes: an opened and saved file is another
 * file.
 *
 *     $verifier = new StatementVerifier(json_decode(file_get_contents('wasl-keys.json')));
 *     $statement = $verifier->verify($manifest, fileSha256: hash_file('sha256', '2026-11.csv'));
 *     echo $statement->manifest->net;
 */
final class StatementVerifier
{
    private readonly \stdClass $keys;

    /**
     * @param mixed $keys the decoded JSON of the platform's `/.well-known/wasl-keys`, over https
     *   from the platform that you work with.
     * @throws StatementRefused `unusable_keys`
     */
    public function __construct(mixed $keys)
    {
        if (!ManifestFields::areKeys($keys)) {
            throw new StatementRefused(StatementRefusal::UnusableKeys);
        }
        $this->keys = $keys;
    }

    /**
     * @param string $manifest the exact bytes, as they were downloaded.
     * @param ?string $file the JSON or CSV document. Without it, no document is checked.
     * @param ?string $previous your manifest before this one. Without it, the chain is not checked.
     * @param ?string $fileSha256 instead of `file`, for a large one: `hash_file('sha256', $path)`.
     * @throws StatementRefused
     */
    public function verify(
        string $manifest,
        ?string $file = null,
        ?string $previous = null,
        ?string $fileSha256 = null,
    ): VerifiedStatement {
        $read = SignedManifest::read($manifest);
        $this->expectSigned($read);
        $payload = $read->payload;
        if ($previous !== null && hash('sha256', $previous) !== $payload->previous) {
            throw new StatementRefused(StatementRefusal::WrongPrevious);
        }
        $sha256 = $file === null ? $fileSha256 : hash('sha256', $file);
        $format = match ($sha256) {
            null => null,
            $payload->files->json->sha256 => 'json',
            $payload->files->csv->sha256 => 'csv',
            default => throw new StatementRefused(StatementRefusal::AlteredFile),
        };
        return new VerifiedStatement($payload, $format);
    }

    /**
     * Verifies all your manifests, the oldest first: none was removed, exchanged or changed. A
     * manifest whose key was revoked since is valid if the one after it, with a good key, contains
     * its hash.
     *
     * @param list<string> $manifests
     * @return list<\stdClass> what the platform signed.
     * @throws StatementRefused with the `index` of the refused manifest.
     */
    public function verifyChain(array $manifests): array
    {
        $payloads = [];
        foreach ($manifests as $index => $manifest) {
            try {
                $read = SignedManifest::read($manifest);
                $previous = $manifests[$index - 1] ?? null;
                $isLinked = $previous === null
                    || hash('sha256', $previous) === $read->payload->previous;
                $first = $payloads[0] ?? $read->payload;
                if (!$isLinked || $first->partnerId !== $read->payload->partnerId) {
                    throw new StatementRefused(StatementRefusal::WrongPrevious);
                }
                $this->expectSignedInChain($read, $index === count($manifests) - 1);
            } catch (StatementRefused $refusal) {
                throw new StatementRefused($refusal->reason, $index);
            }
            $payloads[] = $read->payload;
        }
        return $payloads;
    }

    private function expectSignedInChain(SignedManifest $read, bool $isLast): void
    {
        try {
            $this->expectSigned($read);
        } catch (StatementRefused $refusal) {
            if ($isLast || $refusal->reason !== StatementRefusal::RevokedKey) {
                throw $refusal;
            }
        }
    }

    /** @throws StatementRefused */
    private function expectSigned(SignedManifest $read): void
    {
        $payload = $read->payload;
        if ($payload->issuer !== $this->keys->issuer) {
            throw new StatementRefused(StatementRefusal::ForeignIssuer);
        }
        $key = $this->keyOf($read->kid);
        if ($key === null) {
            throw new StatementRefused(StatementRefusal::UnknownKey);
        }
        if ($key->revokedAt !== null) {
            throw new StatementRefused(StatementRefusal::RevokedKey);
        }
        $then = Time::parse($payload->issuedAt);
        $isOver = $key->validUntil !== null && $then > Time::parse($key->validUntil);
        if ($isOver || $then < Time::parse($key->validFrom)) {
            throw new StatementRefused(StatementRefusal::KeyNotValidThen);
        }
        if (!self::isSigned($read, $key->x)) {
            throw new StatementRefused(StatementRefusal::WrongSignature);
        }
    }

    private function keyOf(string $kid): ?\stdClass
    {
        foreach ($this->keys->keys as $key) {
            if ($key->kid === $kid && $key->purpose === 'statement') {
                return $key;
            }
        }
        return null;
    }

    private static function isSigned(SignedManifest $read, string $x): bool
    {
        try {
            $key = Base64Url::decode($x);
            return sodium_crypto_sign_verify_detached($read->signature, $read->signed, $key);
        } catch (Malformed | \SodiumException) {
            // The published key is not a key, or the signature has another length.
            return false;
        }
    }
}
