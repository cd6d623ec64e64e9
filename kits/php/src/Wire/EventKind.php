<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Wire;

/** The kinds of events (section 6, D27). */
enum EventKind: string
{
    case Initialized = 'payment.initialized';
    case Success = 'payment.success';
    case Fail = 'payment.fail';
    case Refunded = 'payment.refunded';
}
