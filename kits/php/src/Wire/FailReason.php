<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Wire;

/** Why a payment failed. */
enum FailReason: string
{
    case Failed = 'failed';
    case Cancelled = 'cancelled';
    case Expired = 'expired';
}
