<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Proof;

use Wasl\PartnerKit\Amount;
use Wasl\PartnerKit\Wire\Time;

/**
 * The code of a receipt (D33), read but not verified: a COSE_Sign1 (RFC 9052) with Ed25519 over a
 * CBOR map, in base64url behind the `#` of `{origin}/r#…`.
 *
 * @internal
 */
final class SignedReceipt
{
    /** Longer codes are not receipts: a code has about 400 characters. */
    private const CODE_LENGTH_MAX = 4_000;

    private const ALGORITHM = 1;
    private const KID = 4;

    /** RFC 9864. */
    private const ED25519 = -19;

    /** The last moment of the year 9999, in milliseconds since 1970. */
    private const TIME_MAX = 253_402_300_799_999;

    private function __construct(
        public readonly string $kid,
        public readonly Receipt $content,
        /** The bytes that the signature covers. */
        public readonly string $signed,
        public readonly string $signature,
    ) {
    }

    /**
     * @param string $text a code, or the whole URL of its QR code.
     * @throws ReceiptRefused
     */
    public static function read(string $text): self
    {
        $code = (string) preg_replace('/^[^#]*#/', '', trim($text), 1);
        if ($code === 'provisional') {
            throw new ReceiptRefused(ReceiptRefusal::Provisional);
        }
        try {
            Malformed::unless(strlen($code) <= self::CODE_LENGTH_MAX);
            return self::readSign1(Base64Url::decode($code));
        } catch (Malformed) {
            throw new ReceiptRefused(ReceiptRefusal::NotAReceipt);
        }
    }

    /** Tag 18, then [protected header, unprotected header, payload, signature]. */
    private static function readSign1(string $bytes): self
    {
        Malformed::unless(str_starts_with($bytes, "\xd2"));
        $parts = Cbor::decode(substr($bytes, 1));
        Malformed::unless(is_array($parts) && count($parts) === 4);
        [$header, $unprotected, $payload, $signature] = $parts;
        Malformed::unless($header instanceof CborBytes && $payload instanceof CborBytes);
        Malformed::unless($unprotected instanceof CborMap && $signature instanceof CborBytes);
        $names = Cbor::decode($header->bytes);
        Malformed::unless($names instanceof CborMap);
        $kid = $names->items[self::KID] ?? null;
        $isEd25519 = ($names->items[self::ALGORITHM] ?? null) === self::ED25519;
        // A header that we do not know could change what the signature means.
        $isPlain = count($names->items) <= 2 && $unprotected->items === [];
        $isSupported = $isEd25519 && $isPlain && strlen($signature->bytes) === 64;
        if (!$isSupported || !$kid instanceof CborBytes) {
            throw new ReceiptRefused(ReceiptRefusal::Unsupported);
        }
        return new self(
            Base64Url::encode($kid->bytes),
            self::content(Cbor::decode($payload->bytes)),
            self::signedBytes($header->bytes, $payload->bytes),
            $signature->bytes,
        );
    }

    private static function content(mixed $map): Receipt
    {
        Malformed::unless($map instanceof CborMap);
        $field = static fn(int $key): mixed => $map->items[$key] ?? null;
        foreach ([1, 2, 4, 7] as $key) {
            Malformed::unless(is_string($field($key)));
        }
        [$id, $reference, $centimes, $paidAt] = array_map($field, [3, 5, 6, 8]);
        Malformed::unless($id instanceof CborBytes && strlen($id->bytes) === 16);
        Malformed::unless(is_int($centimes) && $centimes > 0 && $centimes <= Amount::CENTIMES_MAX);
        Malformed::unless(is_int($paidAt) && $paidAt >= 0 && $paidAt <= self::TIME_MAX);
        $isDigest = $reference instanceof CborBytes && strlen($reference->bytes) === 32;
        Malformed::unless($isDigest || is_string($reference));
        return new Receipt(
            $field(1),
            $field(2),
            self::uuid($id->bytes),
            $field(4),
            is_string($reference) ? $reference : null,
            $isDigest ? bin2hex($reference->bytes) : null,
            Amount::centimes($centimes),
            $field(7),
            self::time($paidAt),
        );
    }

    private static function uuid(string $bytes): string
    {
        $pattern = '/^(.{8})(.{4})(.{4})(.{4})(.{12})$/';
        return (string) preg_replace($pattern, '$1-$2-$3-$4-$5', bin2hex($bytes));
    }

    private static function time(int $milliseconds): \DateTimeImmutable
    {
        $seconds = intdiv($milliseconds, 1000);
        $rest = $milliseconds % 1000;
        return Time::parse(gmdate('Y-m-d\TH:i:s', $seconds) . sprintf('.%03dZ', $rest));
    }

    /** The Sig_structure of RFC 9052, section 4.4. */
    private static function signedBytes(string $header, string $payload): string
    {
        return "\x84" . "\x6aSignature1" . self::byteString($header) . "\x40"
            . self::byteString($payload);
    }

    private static function byteString(string $bytes): string
    {
        $length = strlen($bytes);
        $head = match (true) {
            $length < 24 => chr(0x40 + $length),
            $length < 256 => "\x58" . chr($length),
            default => "\x59" . pack('n', $length),
        };
        return $head . $bytes;
    }
}
