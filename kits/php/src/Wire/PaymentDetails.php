<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Wire;

use Wasl\PartnerKit\Amount;

/** The rules of payment details (sections 2.1 and 2.2), as the platform reads them. */
final class PaymentDetails
{
    /** The limit for each of the two lists. */
    private const LABELS_MAX = 200;

    private const LABELS = ['label_ar', 'label_en', 'label_fr'];

    /** @return list<Issue> the problems of a decoded answer; its amounts may be `Amount`s. */
    public static function issues(mixed $value): array
    {
        $check = new Check();
        if (!$check->object('', $value)) {
            return $check->issues;
        }
        $check->reference('reference', $check->field($value, 'reference'));
        $check->amount('total_amount', $check->field($value, 'total_amount'));
        $check->oneOf('currency', $check->field($value, 'currency'), Names::of(Currency::class));
        $isAmount = $check->number(...);
        self::checkList($check, 'amount_detail', $check->field($value, 'amount_detail'), $isAmount);
        self::checkList($check, 'details', $check->field($value, 'details'), $check->text(...));
        return $check->issues;
    }

    /**
     * Whether the values of the breakdown add up to the total. True without a breakdown. If they do
     * not, the payment continues with a warning (D11).
     */
    public static function addsUp(\stdClass $details): bool
    {
        $lines = $details->amount_detail ?? [];
        $sum = 0;
        foreach ($lines as $line) {
            $centimes = Amount::signedCentimes($line->value);
            if ($centimes === null) {
                return false;
            }
            $sum += $centimes;
        }
        return $lines === [] || $sum === Amount::signedCentimes($details->total_amount);
    }

    /** @param callable(string, mixed): bool $isValue */
    private static function checkList(
        Check $check,
        string $path,
        mixed $list,
        callable $isValue,
    ): void {
        if ($list === Missing::Field) {
            return;
        }
        if (!is_array($list)) {
            $check->expected($path, 'an array', $list);
            return;
        }
        if (count($list) > self::LABELS_MAX) {
            $expected = 'expected a number of items of at most ' . self::LABELS_MAX;
            $check->add($path, "$expected, received " . count($list));
            return;
        }
        foreach ($list as $index => $item) {
            self::checkItem($check, "$path.$index", $item, $isValue);
        }
    }

    /** @param callable(string, mixed): bool $isValue */
    private static function checkItem(
        Check $check,
        string $path,
        mixed $item,
        callable $isValue,
    ): void {
        if (!$check->object($path, $item)) {
            return;
        }
        foreach (self::LABELS as $name) {
            $label = $check->field($item, $name);
            if ($label !== Missing::Field) {
                $check->text("$path.$name", $label);
            }
        }
        $isValue("$path.value", $check->field($item, 'value'));
    }
}
