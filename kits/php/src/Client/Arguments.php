<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Client;

use Wasl\PartnerKit\Amount;
use Wasl\PartnerKit\InvalidAmount;
use Wasl\PartnerKit\Wire\Check;
use Wasl\PartnerKit\Wire\Shown;
use Wasl\PartnerKit\Wire\Time;

/**
 * Checks the arguments of calls, as the platform would.
 *
 * @internal
 */
final class Arguments
{
    private const AMOUNTS_MAX = 20;

    /** @param array<string, ?string> $dates */
    public static function checkDates(Check $check, array $dates): void
    {
        foreach ($dates as $name => $date) {
            if ($date !== null && !Time::isDate($date)) {
                $expected = 'expected a date such as 2026-11-22';
                $check->add($name, "$expected, received " . Shown::value($date));
            }
        }
    }

    /** @return list<Amount> */
    public static function amounts(Check $check, array $amounts): array
    {
        $count = count($amounts);
        if ($count < 1 || $count > self::AMOUNTS_MAX) {
            $bound = $count < 1 ? 'at least 1' : 'at most ' . self::AMOUNTS_MAX;
            $check->add('amounts', "expected a number of items of $bound, received $count");
        }
        $exact = [];
        foreach (array_values($amounts) as $index => $amount) {
            try {
                $exact[] = Amount::dinars($amount);
            } catch (InvalidAmount $problem) {
                $check->add("amounts.$index", $problem->getMessage());
            }
        }
        $centimes = array_column($exact, 'centimes');
        if (count(array_unique($centimes)) < count($centimes)) {
            $check->add('amounts', 'expected distinct amounts');
        }
        return $exact;
    }

    /** @param array<string, string|int|null> $fields */
    public static function listQuery(Check $check, array $fields, int $limitMax): string
    {
        $cursor = $fields['cursor'];
        if ($cursor !== null && preg_match('/^[A-Za-z0-9_-]{1,512}$/D', (string) $cursor) !== 1) {
            $check->add('cursor', 'expected the nextCursor of an earlier page');
        }
        $limit = $fields['limit'];
        if ($limit !== null && ($limit < 1 || $limit > $limitMax)) {
            $check->add('limit', "expected an integer from 1 to $limitMax");
        }
        if (!$check->isClean()) {
            throw CallFailed::notSent($check->issues);
        }
        $given = array_filter($fields, static fn(mixed $one): bool => $one !== null);
        return http_build_query($given);
    }
}
