<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Wire;

/**
 * A field that is not there, which is not the same as null.
 *
 * @internal
 */
enum Missing
{
    case Field;
}
