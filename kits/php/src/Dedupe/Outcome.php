<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Dedupe;

enum Outcome
{
    case Ran;
    case Duplicate;
}
