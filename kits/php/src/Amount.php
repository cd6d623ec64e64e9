<?php

declare(strict_types=1);

namespace Wasl\PartnerKit;

use Wasl\PartnerKit\Wire\Number;
use Wasl\PartnerKit\Wire\Shown;

/**
 * An exact amount of money (D2): an integer number of centimes. A float never becomes an amount of
 * yours, because most amounts have no exact float: 0.1 + 0.2 is not 0.3.
 */
final class Amount implements \Stringable, \JsonSerializable
{
    /** 9 999 999 999.99 dinars, the largest amount of D2. */
    public const CENTIMES_MAX = 999_999_999_999;

    private const EXPECTED =
        'a number of dinars greater than 0, at most 9999999999.99, with at most two decimals';

    private function __construct(public readonly int $centimes)
    {
    }

    /**
     * @param mixed $dinars a text such as `"599.80"` or `"12000"`, as a decimal column returns it.
     * @throws InvalidAmount with the reason; a float or an integer is refused.
     */
    public static function dinars(mixed $dinars): self
    {
        if ($dinars instanceof self) {
            return self::centimes($dinars->centimes);
        }
        if (!is_string($dinars)) {
            throw new InvalidAmount(self::notExact($dinars));
        }
        $centimes = self::centimesOfText($dinars);
        if ($centimes === null || $centimes <= 0 || $centimes > self::CENTIMES_MAX) {
            throw self::wrong($dinars);
        }
        return new self($centimes);
    }

    /** @throws InvalidAmount unless the centimes are from 1 to `CENTIMES_MAX`. */
    public static function centimes(int $centimes): self
    {
        if ($centimes <= 0 || $centimes > self::CENTIMES_MAX) {
            $max = self::CENTIMES_MAX;
            $problem = "expected an integer number of centimes from 1 to $max, received $centimes";
            throw new InvalidAmount($problem);
        }
        return new self($centimes);
    }

    /**
     * A line of a breakdown, which may be zero or negative, such as a discount.
     *
     * @throws InvalidAmount as `dinars` does.
     */
    public static function line(mixed $dinars): self
    {
        if ($dinars instanceof self) {
            return $dinars;
        }
        if (!is_string($dinars)) {
            throw new InvalidAmount(self::notExact($dinars));
        }
        $centimes = self::centimesOfText($dinars);
        if ($centimes === null) {
            $expected = 'expected a number of dinars with at most two decimals';
            throw new InvalidAmount("$expected, received " . Shown::value($dinars));
        }
        return new self($centimes);
    }

    /** The same from centimes. */
    public static function lineOfCentimes(int $centimes): self
    {
        return new self($centimes);
    }

    /**
     * An amount that came as a JSON number, decoded by PHP. The shortest notation of a number of at
     * most twelve digits is the one that was sent.
     *
     * @throws InvalidAmount with what was expected and what was received.
     */
    public static function fromWire(mixed $value): self
    {
        $centimes = self::signedCentimes($value);
        if ($centimes === null || $centimes <= 0 || $centimes > self::CENTIMES_MAX) {
            throw self::wrong($value);
        }
        return new self($centimes);
    }

    /** Null when the value is not a JSON number with at most two decimals. */
    public static function signedCentimes(mixed $value): ?int
    {
        if ($value instanceof self) {
            return $value->centimes;
        }
        return is_int($value) || is_float($value) ? self::centimesOfText(Number::text($value)) : null;
    }

    /** The digits of the JSON number: `599.8`, `12000`. */
    public function toJson(): string
    {
        $text = (string) $this;
        return rtrim(rtrim($text, '0'), '.');
    }

    /** With two decimals and a point: `599.80`. */
    public function __toString(): string
    {
        $digits = str_pad((string) abs($this->centimes), 3, '0', STR_PAD_LEFT);
        $sign = $this->centimes < 0 ? '-' : '';
        return $sign . substr($digits, 0, -2) . '.' . substr($digits, -2);
    }

    /** For your own JSON: a text, because PHP writes floats as its configuration says. */
    public function jsonSerialize(): string
    {
        return (string) $this;
    }

    public function equals(self $other): bool
    {
        return $this->centimes === $other->centimes;
    }

    private static function centimesOfText(string $text): ?int
    {
        if (preg_match('/^(-?)([0-9]{1,15})(?:\.([0-9]{1,2}))?$/D', $text, $parts) !== 1) {
            return null;
        }
        $centimes = (int) ($parts[2] . str_pad($parts[3] ?? '', 2, '0'));
        return $parts[1] === '-' ? -$centimes : $centimes;
    }

    private static function wrong(mixed $value): InvalidAmount
    {
        return new InvalidAmount('expected ' . self::EXPECTED . ', received ' . Shown::value($value));
    }

    private static function notExact(mixed $value): string
    {
        $exact = 'expected a text of dinars such as "599.80", or Amount::centimes(59980)';
        if (is_float($value)) {
            $why = 'a float does not hold most amounts exactly, and a sum of floats is off';
            return "$exact, received the float " . Number::text($value) . ": $why";
        }
        if (is_int($value)) {
            return "$exact, received the integer $value: it could be dinars or centimes";
        }
        return "$exact, received " . Shown::value($value);
    }
}
