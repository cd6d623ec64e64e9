<?php

declare(strict_types=1);

namespace Wasl\PartnerKit;

enum LookupStatus: string
{
    case Payable = 'payable';
    case NotFound = 'not_found';
    case AlreadyPaid = 'already_paid';
    case Unavailable = 'unavailable';
}
