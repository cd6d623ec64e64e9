<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Wire;

/** The kind of channel that took the payment. */
enum ChannelKind: string
{
    case Agency = 'AGENCY';
    case Delivery = 'DELIVERY';
    case Marketplace = 'MARKETPLACE';
}
