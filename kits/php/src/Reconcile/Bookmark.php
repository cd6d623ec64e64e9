<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Reconcile;

use Wasl\PartnerKit\Amount;
use Wasl\PartnerKit\InvalidOption;

/**
 * The progress of a run, which a store keeps so that the next run can continue.
 *
 * @internal
 */
final class Bookmark
{
    private const UNREADABLE = 'reconcile: store.load() returned progress that this version cannot read. '
        . 'Clear the store to start over.';

    /**
     * @param list<Deferred> $deferred
     * @param list<int> $calledAtMs when the calls of the last minute ended.
     */
    public function __construct(
        public readonly ?string $last,
        public readonly int $checked,
        public readonly int $findings,
        public readonly array $deferred,
        public readonly array $calledAtMs,
    ) {
    }

    public function text(): string
    {
        $deferred = array_map(static fn(Deferred $one): array => [
            'reference' => $one->here->reference,
            'state' => $one->here->state->value,
            'centimes' => $one->here->amount?->centimes,
            'tries' => $one->tries,
        ], $this->deferred);
        $fields = ['version' => 1, ...get_object_vars($this), 'deferred' => $deferred];
        return json_encode($fields, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE);
    }

    /**
     * An edited file must not make the run skip references.
     *
     * @throws \RuntimeException when it is invalid.
     */
    public static function read(?string $text, int $nowMs): ?self
    {
        if ($text === null) {
            return null;
        }
        $value = json_decode($text);
        try {
            $isRead = ($value->version ?? null) === 1 && property_exists($value, 'last')
                && isset($value->checked, $value->findings, $value->deferred, $value->calledAtMs);
            if (!$isRead || count($value->deferred) > Deferred::COUNT_MAX) {
                throw new \RuntimeException(self::UNREADABLE);
            }
            $times = array_values(array_filter($value->calledAtMs, is_int(...)));
            $deferred = array_map(static fn(\stdClass $one): Deferred => new Deferred(
                new ReferenceToCheck(
                    $one->reference,
                    $one->state,
                    isset($one->centimes) ? Amount::centimes($one->centimes) : null,
                ),
                $one->tries,
                $nowMs,
            ), $value->deferred);
            return new self($value->last, $value->checked, $value->findings, $deferred, $times);
        } catch (\TypeError | \ErrorException | InvalidOption $error) {
            throw new \RuntimeException(self::UNREADABLE, 0, $error);
        }
    }
}
