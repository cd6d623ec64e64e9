<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Reconcile;

/** The state of a reference in your records. */
enum ReferenceState: string
{
    /** Payable, without an open payment. */
    case Open = 'open';
    /** A payment is open: `payment.initialized` arrived. */
    case Locked = 'locked';
    case Paid = 'paid';
    case Refunded = 'refunded';
}
