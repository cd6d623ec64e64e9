<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Proof;

use Wasl\PartnerKit\Wire\Text;

/**
 * The part of CBOR (RFC 8949) that receipts use. Exactly one item in deterministic encoding; a
 * second spelling of anything is malformed.
 *
 * @internal
 */
final class Cbor
{
    private const DEPTH_MAX = 4;

    /** The largest integer that every reader holds exactly. */
    private const INTEGER_MAX = 9_007_199_254_740_991;

    private int $at = 0;

    private function __construct(private readonly string $bytes)
    {
    }

    /**
     * @return int|string|CborBytes|CborMap|list<mixed>
     * @throws Malformed
     */
    public static function decode(string $bytes): mixed
    {
        $reader = new self($bytes);
        $item = $reader->item(1);
        Malformed::unless($reader->at === strlen($bytes));
        return $item;
    }

    private function item(int $depth): mixed
    {
        Malformed::unless($depth <= self::DEPTH_MAX);
        $first = ord($this->take(1));
        $value = $this->number($first & 31);
        return match ($first >> 5) {
            0 => $value,
            1 => -1 - $value,
            2 => new CborBytes($this->take($value)),
            3 => $this->text($value),
            4 => $this->list($value, $depth + 1),
            5 => $this->map($value, $depth + 1),
            default => throw new Malformed(),
        };
    }

    private function number(int $info): int
    {
        if ($info < 24) {
            return $info;
        }
        Malformed::unless($info <= 27);
        $size = 1 << ($info - 24);
        $value = 0;
        foreach (str_split($this->take($size)) as $byte) {
            $value = ($value << 8) | ord($byte);
        }
        // The shortest form only.
        $least = [1 => 24, 2 => 256, 4 => 65536, 8 => 4_294_967_296][$size];
        Malformed::unless($value >= $least && $value <= self::INTEGER_MAX);
        return $value;
    }

    private function text(int $length): string
    {
        $text = $this->take($length);
        Malformed::unless(Text::isUtf8($text));
        return $text;
    }

    /** @return list<mixed> */
    private function list(int $count, int $depth): array
    {
        Malformed::unless($count <= strlen($this->bytes));
        $items = [];
        for ($index = 0; $index < $count; $index += 1) {
            $items[] = $this->item($depth);
        }
        return $items;
    }

    private function map(int $count, int $depth): CborMap
    {
        Malformed::unless($count <= strlen($this->bytes));
        $items = [];
        $previous = -1;
        for ($index = 0; $index < $count; $index += 1) {
            $key = $this->item($depth);
            Malformed::unless(is_int($key));
            // Positive keys first, then negative ones, each once.
            $order = $key >= 0 ? $key : self::INTEGER_MAX - $key;
            Malformed::unless($order > $previous);
            $previous = $order;
            $items[$key] = $this->item($depth);
        }
        return new CborMap($items);
    }

    private function take(int $length): string
    {
        Malformed::unless($length <= strlen($this->bytes) - $this->at);
        $taken = substr($this->bytes, $this->at, $length);
        $this->at += $length;
        return $taken;
    }
}
