<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Proof;

final class VerifiedStatement
{
    /**
     * @param \stdClass $manifest what the platform signed: `number`, `from`, `to`, `net`, the
     *   hashes.
     * @param ?string $format what the document is, `json` or `csv`; null without one.
     */
    public function __construct(
        public readonly \stdClass $manifest,
        public readonly ?string $format,
    ) {
    }
}
