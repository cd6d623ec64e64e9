<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Proof;

use Wasl\PartnerKit\Wire\Time;

/**
 * Verifies the code of a receipt (D33), without the network.
 *
 *     $keys = json_decode(file_get_contents('wasl-keys.json'));
 *     $receipt = (new ReceiptVerifier($keys))->verify($scanned);
 */
final class ReceiptVerifier
{
    /** 32 bytes in base64url, without unused bits. */
    private const PUBLIC_KEY = '/^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/D';

    /** @var list<\stdClass> */
    private readonly array $issuers;

    /**
     * @param \stdClass ...$issuers the issuers that you believe, and no others: for each, the
     *   decoded JSON of `{origin}/.well-known/wasl-keys`, fetched from that origin over https.
     *   Fetch it again once a day, and after `unknown_key`.
     */
    public function __construct(\stdClass ...$issuers)
    {
        $this->issuers = array_values($issuers);
    }

    /**
     * @param string $code the text of the QR code, or the part of it behind `#`.
     * @return Receipt what was paid then. It may have been refunded since: ask for the status.
     * @throws ReceiptRefused
     */
    public function verify(string $code): Receipt
    {
        $receipt = SignedReceipt::read($code);
        $key = $this->publicKey($receipt);
        $isSigned = sodium_crypto_sign_verify_detached($receipt->signature, $receipt->signed, $key);
        if (!$isSigned) {
            throw new ReceiptRefused(ReceiptRefusal::WrongSignature);
        }
        return $receipt->content;
    }

    private function publicKey(SignedReceipt $receipt): string
    {
        $content = $receipt->content;
        $issuer = self::find($this->issuers, static fn(\stdClass $one): bool =>
            ($one->issuer ?? null) === $content->issuer);
        if ($issuer === null) {
            throw new ReceiptRefused(ReceiptRefusal::ForeignIssuer);
        }
        $key = self::find($issuer->keys ?? [], static fn(\stdClass $one): bool =>
            ($one->kid ?? null) === $receipt->kid && ($one->purpose ?? null) === 'receipt');
        if ($key === null || preg_match(self::PUBLIC_KEY, $key->x ?? '') !== 1) {
            throw new ReceiptRefused(ReceiptRefusal::UnknownKey);
        }
        if (($key->revokedAt ?? null) !== null) {
            throw new ReceiptRefused(ReceiptRefusal::RevokedKey);
        }
        // A key signs nothing that was paid after its end.
        $until = $key->validUntil ?? null;
        if ($until !== null && Time::parse($until) < $content->paidAt) {
            throw new ReceiptRefused(ReceiptRefusal::EndedKey);
        }
        return Base64Url::decode($key->x);
    }

    /**
     * @param iterable<\stdClass> $items
     * @param callable(\stdClass): bool $matches
     */
    private static function find(iterable $items, callable $matches): ?\stdClass
    {
        foreach ($items as $item) {
            if ($matches($item)) {
                return $item;
            }
        }
        return null;
    }
}
