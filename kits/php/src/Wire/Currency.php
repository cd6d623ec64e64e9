<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Wire;

/** The currencies that this release accepts (D2). */
enum Currency: string
{
    case Dzd = 'DZD';
}
