<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Wire;

/** @internal */
final class Number
{
    /**
     * The shortest notation that reads back as the same number, whatever `precision` and
     * `serialize_precision` are: an old php.ini would write 599.79999999999995.
     */
    public static function text(int|float $value): string
    {
        if (is_int($value)) {
            return (string) $value;
        }
        if (!is_finite($value)) {
            return is_nan($value) ? 'NaN' : ($value < 0 ? '-Infinity' : 'Infinity');
        }
        return strtolower(str_replace('.0E', 'E', sprintf('%.*H', -1, $value)));
    }
}
