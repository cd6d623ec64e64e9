<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Wire;

use Wasl\PartnerKit\Amount;
use Wasl\PartnerKit\InvalidAmount;

/**
 * Checks the fields of a decoded JSON value and collects the problems.
 *
 * @internal
 */
final class Check
{
    /** @var list<Issue> */
    public array $issues = [];

    public function isClean(): bool
    {
        return $this->issues === [];
    }

    public function add(string $path, string $message): void
    {
        $this->issues[] = new Issue($path, $message);
    }

    public function expected(string $path, string $expected, mixed $received): void
    {
        $this->add($path, "expected $expected, received " . Shown::value($received));
    }

    public function field(\stdClass $object, string $name): mixed
    {
        return property_exists($object, $name) ? $object->$name : Missing::Field;
    }

    public function object(string $path, mixed $value): bool
    {
        return $this->unless($value instanceof \stdClass, $path, 'an object', $value);
    }

    public function string(string $path, mixed $value): bool
    {
        return $this->unless(is_string($value), $path, 'a string', $value);
    }

    public function nonEmpty(string $path, mixed $value): bool
    {
        return $this->string($path, $value)
            && $this->unless($value !== '', $path, 'a length of at least 1', $value);
    }

    public function boolean(string $path, mixed $value): bool
    {
        return $this->unless(is_bool($value), $path, 'true or false', $value);
    }

    /** Text that UTF-8 can carry, without the null character. */
    public function text(string $path, mixed $value): bool
    {
        if (!$this->string($path, $value)) {
            return false;
        }
        if (!Text::isUtf8($value)) {
            $this->add($path, 'expected text in valid UTF-8');
            return false;
        }
        if (str_contains($value, "\0")) {
            $this->add($path, 'expected text without the null character');
            return false;
        }
        return true;
    }

    public function reference(string $path, mixed $value): bool
    {
        return $this->string($path, $value)
            && $this->unless(Reference::isValid($value), $path, Reference::EXPECTED, $value);
    }

    public function time(string $path, mixed $value): bool
    {
        return $this->unless(Time::isValid($value), $path, Time::EXPECTED, $value);
    }

    public function amount(string $path, mixed $value): bool
    {
        if (!$this->number($path, $value)) {
            return false;
        }
        try {
            Amount::fromWire($value);
            return true;
        } catch (InvalidAmount $problem) {
            $this->add($path, $problem->getMessage());
            return false;
        }
    }

    public function amountOrZero(string $path, mixed $value): bool
    {
        return $value === 0 || $value === 0.0 || $this->amount($path, $value);
    }

    public function number(string $path, mixed $value): bool
    {
        $isNumber = is_int($value) || (is_float($value) && is_finite($value));
        return $this->unless($isNumber || $value instanceof Amount, $path, 'a number', $value);
    }

    /** @param list<string> $names */
    public function oneOf(string $path, mixed $value, array $names): bool
    {
        if (in_array($value, $names, true)) {
            return true;
        }
        $texts = array_map(Shown::value(...), $names);
        $expected = count($texts) === 1 ? $texts[0] : 'one of ' . implode(', ', $texts);
        $this->expected($path, $expected, $value);
        return false;
    }

    public function unless(bool $holds, string $path, string $expected, mixed $value): bool
    {
        if (!$holds) {
            $this->expected($path, $expected, $value);
        }
        return $holds;
    }
}
