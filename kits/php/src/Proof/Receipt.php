<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Proof;

use Wasl\PartnerKit\Amount;

/** What the issuer signed: that this was paid then. It may have been refunded since. */
final class Receipt
{
    public function __construct(
        /** The origin of the platform, such as `https://pay.example.dz`. */
        public readonly string $issuer,
        public readonly string $number,
        public readonly string $paymentId,
        public readonly string $partnerName,
        /** Null when it is too long for the code; then there is its digest. */
        public readonly ?string $reference,
        /** SHA-256 of the reference in UTF-8, in hexadecimal. */
        public readonly ?string $referenceSha256,
        public readonly Amount $amount,
        public readonly string $currency,
        public readonly \DateTimeImmutable $paidAt,
    ) {
    }
}
