<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Wire;

/** The lifetime of the amounts of a static QR code (section 2.7). */
enum QrConfigKind: string
{
    case Permanent = 'PERMANENT';
    case TimeLimited = 'TIME_LIMITED';
    case SingleUse = 'SINGLE_USE';
}
