<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Wire;

/** The stages of a payment (section 2.6, D9). */
enum Stage: string
{
    case Locked = 'locked';
    case Paid = 'paid';
    case Released = 'released';
    case Refunded = 'refunded';
    case NotFound = 'not_found';
}
