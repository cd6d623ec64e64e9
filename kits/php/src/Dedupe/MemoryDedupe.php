<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Dedupe;

use Wasl\PartnerKit\InvalidOption;

/**
 * Records handled events in this process only. Under PHP-FPM and mod_php a record ends with its
 * request, so use it for tests, or for handlers that may safely run twice.
 */
final class MemoryDedupe implements Dedupe
{
    /** @var array<string, true> */
    private array $handled = [];

    public function __construct(private readonly int $capacity = 10_000)
    {
        if ($capacity < 1) {
            $expected = 'MemoryDedupe: capacity: expected an integer of at least 1';
            throw new InvalidOption("$expected, received $capacity");
        }
    }

    public function once(string $key, callable $run): Outcome
    {
        if (isset($this->handled[$key])) {
            return Outcome::Duplicate;
        }
        $run(null);
        $this->handled[$key] = true;
        if (count($this->handled) > $this->capacity) {
            unset($this->handled[array_key_first($this->handled)]);
        }
        return Outcome::Ran;
    }
}
