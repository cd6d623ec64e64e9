<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Client;

use Wasl\PartnerKit\Wire\Check;
use Wasl\PartnerKit\Wire\Issue;

/** One page of a list. Read on with `cursor: $page->nextCursor` until it is null. */
final class Page
{
    /** @param list<\stdClass> $items each with the fields of the API reference. */
    private function __construct(
        public readonly array $items,
        public readonly ?string $nextCursor,
    ) {
    }

    /** @return list<Issue> */
    public static function issues(mixed $value): array
    {
        $check = new Check();
        if (!$check->object('', $value)) {
            return $check->issues;
        }
        $items = $check->field($value, 'items');
        if ($check->unless(is_array($items), 'items', 'an array', $items)) {
            foreach ($items as $index => $item) {
                $check->object("items.$index", $item);
            }
        }
        $next = $check->field($value, 'nextCursor');
        if ($next !== null) {
            $check->string('nextCursor', $next);
        }
        return $check->issues;
    }

    /** @return list<Issue> of a page of payments. */
    public static function paymentIssues(mixed $value): array
    {
        $issues = self::issues($value);
        $check = new Check();
        foreach ($issues === [] ? $value->items : [] as $index => $item) {
            $field = static fn(string $name): mixed => $check->field($item, $name);
            $check->reference("items.$index.reference", $field('reference'));
            $stages = ['locked', 'paid', 'released', 'refunded'];
            $check->oneOf("items.$index.stage", $field('stage'), $stages);
            $check->amount("items.$index.amount", $field('amount'));
            $check->amountOrZero("items.$index.refundedAmount", $field('refundedAmount'));
        }
        return [...$issues, ...$check->issues];
    }

    /** @internal for an answer without a problem. */
    public static function of(\stdClass $page): self
    {
        return new self($page->items, $page->nextCursor);
    }
}
