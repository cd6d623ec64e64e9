<?php

declare(strict_types=1);

namespace Wasl\PartnerKit;

/** The second argument of a handler. */
final class HandlerContext
{
    /**
     * @param mixed $transaction the store's transaction: for `PdoDedupe` the PDO connection. It
     *   commits or rolls back your writes together with the record of the event.
     * @param ?string $eventId the platform's `X-Event-Id`. It is not signed: only for logs and
     *   support.
     */
    public function __construct(
        public readonly mixed $transaction,
        public readonly ?string $eventId,
    ) {
    }
}
