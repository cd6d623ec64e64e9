<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Wire;

/** The delivery of the confirmation webhook (D7). */
enum WebhookDelivery: string
{
    case None = 'none';
    case Pending = 'pending';
    case Delivered = 'delivered';
    case Failed = 'failed';
}
