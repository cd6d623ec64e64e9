<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Wire;

/**
 * The rules of events (section 6, D15, D27). Unknown fields and kinds are allowed: a newer platform
 * may send them.
 */
final class EventFields
{
    private const TOKEN_LENGTH_MAX = 128;

    /** @return list<Issue> the problems of an event of a known kind. */
    public static function issues(mixed $value): array
    {
        $check = new Check();
        if (!$check->object('', $value)) {
            return $check->issues;
        }
        $event = $check->field($value, 'event');
        if (!$check->oneOf('event', $event, Names::of(EventKind::class))) {
            return $check->issues;
        }
        $data = $check->field($value, 'data');
        if ($check->object('data', $data)) {
            self::checkCommon($check, $data);
            self::checkKind($check, EventKind::from($event), $data);
        }
        return $check->issues;
    }

    /** @return list<Issue> the problems of an envelope of any kind (section 2.4). */
    public static function envelopeIssues(\stdClass $value): array
    {
        $check = new Check();
        $check->nonEmpty('event', $check->field($value, 'event'));
        $check->object('data', $check->field($value, 'data'));
        return $check->issues;
    }

    public static function checkToken(Check $check, string $path, mixed $value): bool
    {
        if (!$check->string($path, $value)) {
            return false;
        }
        $length = Text::utf16Length($value);
        $isToken = $length !== null && $length > 0 && $length <= self::TOKEN_LENGTH_MAX
            && preg_match('/\p{Cc}/u', $value) === 0;
        $expected = '1 to ' . self::TOKEN_LENGTH_MAX . ' characters without control characters';
        return $check->unless($isToken, $path, $expected, $value);
    }

    private static function checkCommon(Check $check, \stdClass $data): void
    {
        $check->reference('data.reference', $check->field($data, 'reference'));
        $check->nonEmpty('data.paymentId', $check->field($data, 'paymentId'));
        $channel = $check->field($data, 'channel');
        $check->oneOf('data.channel', $channel, Names::of(ChannelKind::class));
        $check->amount('data.amount', $check->field($data, 'amount'));
        $currency = $check->field($data, 'currency');
        $check->oneOf('data.currency', $currency, Names::of(Currency::class));
        $token = $check->field($data, 'qrCodeToken');
        if ($token !== Missing::Field) {
            self::checkToken($check, 'data.qrCodeToken', $token);
        }
    }

    private static function checkKind(Check $check, EventKind $kind, \stdClass $data): void
    {
        $field = static fn(string $name): mixed => $check->field($data, $name);
        $time = static fn(string $name): bool => $check->time("data.$name", $field($name));
        switch ($kind) {
            case EventKind::Initialized:
                self::checkConfigKind($check, $field('qrConfigKind'));
                $time('lockReleaseTime');
                $time('initializedAt');
                break;
            case EventKind::Success:
                self::checkConfigKind($check, $field('qrConfigKind'));
                $time('paidAt');
                break;
            case EventKind::Fail:
                $time('failedAt');
                $check->oneOf('data.reason', $field('reason'), Names::of(FailReason::class));
                break;
            case EventKind::Refunded:
                $check->nonEmpty('data.refundId', $field('refundId'));
                $check->amount('data.refundedAmount', $field('refundedAmount'));
                $check->amount('data.refundedTotal', $field('refundedTotal'));
                $time('refundedAt');
                if ($field('reason') !== null) {
                    $check->string('data.reason', $field('reason'));
                }
                break;
        }
    }

    private static function checkConfigKind(Check $check, mixed $kind): void
    {
        if ($kind !== null && $kind !== Missing::Field) {
            $check->oneOf('data.qrConfigKind', $kind, Names::of(QrConfigKind::class));
        }
    }
}
