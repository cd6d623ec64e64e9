<?php

declare(strict_types=1);

namespace Wasl\PartnerKit;

use Wasl\PartnerKit\Wire\Issue;
use Wasl\PartnerKit\Wire\PaymentDetails;
use Wasl\PartnerKit\Wire\Shown;

/**
 * The answer of your lookup. Every field is checked here and once more before it leaves the shop: a
 * wrong one becomes 503, and your log receives the field, the expected value and the actual one.
 *
 *     return LookupAnswer::payable('599.80');
 *     return LookupAnswer::payable(Amount::centimes($order->centimes));
 *     return LookupAnswer::notFound();
 */
final class LookupAnswer
{
    private function __construct(
        public readonly LookupStatus $status,
        private readonly ?\stdClass $fields = null,
    ) {
    }

    /**
     * @param mixed $totalAmount a text of dinars such as `"599.80"`, or `Amount::centimes(59980)`.
     *   A float is refused, because it does not hold most amounts exactly.
     * @param list<AmountLine|array> $amountDetail the breakdown, shown to the payer. An array has
     *   the wire's names: `['label_fr' => 'Livraison', 'value' => '600']`.
     * @param list<DetailLine|array> $details other lines, shown to the payer.
     * @param ?string $reference must equal the requested reference.
     * @throws InvalidAnswer
     */
    public static function payable(
        mixed $totalAmount,
        array $amountDetail = [],
        array $details = [],
        string $currency = 'DZD',
        ?string $reference = null,
    ): self {
        $fields = new \stdClass();
        // Replaced by the requested one. Until then it only has to pass.
        $fields->reference = $reference ?? 'reference';
        $fields->total_amount = self::amountAt('total_amount', $totalAmount, Amount::dinars(...));
        $fields->currency = $currency;
        $fields->amount_detail = self::lines('amount_detail', $amountDetail, AmountLine::class);
        $fields->details = self::lines('details', $details, DetailLine::class);
        self::expectNone(PaymentDetails::issues($fields));
        if ($reference === null) {
            unset($fields->reference);
        }
        return new self(LookupStatus::Payable, $fields);
    }

    public static function notFound(): self
    {
        return new self(LookupStatus::NotFound);
    }

    public static function alreadyPaid(): self
    {
        return new self(LookupStatus::AlreadyPaid);
    }

    public static function unavailable(): self
    {
        return new self(LookupStatus::Unavailable);
    }

    /**
     * The payment details for the wire (section 2.1).
     *
     * @internal
     * @throws InvalidAnswer
     */
    public function detailsFor(string $reference): \stdClass
    {
        $own = $this->fields?->reference ?? $reference;
        $details = (object) ['reference' => $own, ...get_object_vars($this->fields ?? (object) [])];
        self::expectNone(PaymentDetails::issues($details));
        if ($details->reference !== $reference) {
            $problem = 'reference: expected the requested reference, received another one';
            throw new InvalidAnswer($problem);
        }
        return $details;
    }

    /**
     * @param class-string $class
     * @return list<\stdClass>
     */
    private static function lines(string $name, array $items, string $class): array
    {
        $lines = [];
        foreach (array_values($items) as $index => $item) {
            $path = "$name.$index";
            $lines[] = match (true) {
                $item instanceof $class => self::wireLine($item),
                is_array($item) => self::wireArray($path, $item, $class === AmountLine::class),
                default => throw new InvalidAnswer(
                    "$path: expected " . self::shortName($class) . ' or an array, received '
                    . Shown::value($item),
                ),
            };
        }
        return $lines;
    }

    private static function wireLine(AmountLine|DetailLine $line): \stdClass
    {
        $labels = ['label_ar' => $line->ar, 'label_en' => $line->en, 'label_fr' => $line->fr];
        $given = array_filter($labels, static fn(?string $label): bool => $label !== null);
        return (object) [...$given, 'value' => $line->value];
    }

    private static function wireArray(string $path, array $item, bool $isAmount): \stdClass
    {
        foreach (array_keys($item) as $key) {
            if (!in_array($key, ['label_ar', 'label_en', 'label_fr', 'value'], true)) {
                // A misspelt name would silently hide the line from the payer.
                $name = Shown::quoted((string) $key);
                throw new InvalidAnswer("$path: Unrecognized key: $name");
            }
        }
        if ($isAmount && array_key_exists('value', $item)) {
            $item['value'] = self::amountAt("$path.value", $item['value'], Amount::line(...));
        }
        return (object) $item;
    }

    /** @param callable(mixed): Amount $read */
    private static function amountAt(string $path, mixed $value, callable $read): Amount
    {
        try {
            return $read($value);
        } catch (InvalidAmount $problem) {
            throw new InvalidAnswer("$path: {$problem->getMessage()}", 0, $problem);
        }
    }

    /** @param list<Issue> $issues */
    private static function expectNone(array $issues): void
    {
        if ($issues !== []) {
            throw new InvalidAnswer(Issue::line($issues));
        }
    }

    private static function shortName(string $class): string
    {
        return substr($class, (int) strrpos($class, '\\') + 1);
    }
}
