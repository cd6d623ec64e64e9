<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Wire;

/** How the amount of a payment by QR code is chosen (D17). */
enum QrMode: string
{
    case SingleAmount = 'SINGLE_AMOUNT';
    case MultiAmount = 'MULTI_AMOUNT';
    case OpenAmount = 'OPEN_AMOUNT';
}
