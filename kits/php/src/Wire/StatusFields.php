<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Wire;

use Wasl\PartnerKit\Amount;

/**
 * The rules of a payment status (section 2.6, D7): its fields, and what each stage says of them.
 */
final class StatusFields
{
    /** @return list<Issue> */
    public static function issues(mixed $value): array
    {
        $check = new Check();
        if (!$check->object('', $value)) {
            return $check->issues;
        }
        self::checkFields($check, $value);
        if ($check->isClean()) {
            foreach (self::contradictions($value) as $message) {
                $check->add('', "expected that $message");
            }
        }
        return $check->issues;
    }

    private static function checkFields(Check $check, \stdClass $status): void
    {
        $field = static fn(string $name): mixed => $check->field($status, $name);
        $check->oneOf('stage', $field('stage'), Names::of(Stage::class));
        $check->boolean('locked', $field('locked'));
        $check->boolean('paid', $field('paid'));
        self::unlessNull($field('lockReleaseTime'), 'lockReleaseTime', $check->time(...));
        self::unlessNull($field('paymentId'), 'paymentId', $check->string(...));
        if ($field('channel') !== null) {
            $check->oneOf('channel', $field('channel'), Names::of(ChannelKind::class));
        }
        if ($field('currency') !== null) {
            $check->oneOf('currency', $field('currency'), Names::of(Currency::class));
        }
        self::unlessNull($field('amount'), 'amount', $check->amount(...));
        $payment = $field('payment');
        if ($payment !== null && $check->object('payment', $payment)) {
            self::checkPayment($check, $payment);
        }
    }

    private static function checkPayment(Check $check, \stdClass $payment): void
    {
        $field = static fn(string $name): mixed => $check->field($payment, $name);
        $states = Names::of(WebhookDelivery::class);
        $check->oneOf('payment.webhookDelivery', $field('webhookDelivery'), $states);
        self::unlessNull($field('paidAt'), 'payment.paidAt', $check->time(...));
        self::unlessNull($field('refundedAt'), 'payment.refundedAt', $check->time(...));
        $check->amountOrZero('payment.refundedAmount', $field('refundedAmount'));
    }

    /** @param callable(string, mixed): bool $rule */
    private static function unlessNull(mixed $value, string $path, callable $rule): void
    {
        if ($value !== null) {
            $rule($path, $value);
        }
    }

    /** @return list<string> one sentence for each field that does not match the stage. */
    private static function contradictions(\stdClass $status): array
    {
        $stage = Stage::from($status->stage);
        $known = $stage !== Stage::NotFound;
        $payment = $status->payment;
        $wasPaid = $stage === Stage::Paid || $stage === Stage::Refunded;
        $hasLock = $stage === Stage::Locked || $stage === Stage::Released;
        $identity = [$status->paymentId, $status->channel, $status->currency, $status->amount];
        $present = array_map(static fn(mixed $field) => $field !== null, [...$identity, $payment]);
        $rules = [
            'locked is true only in stage locked' => $status->locked === ($stage === Stage::Locked),
            'paid is true only in stage paid' => $status->paid === ($stage === Stage::Paid),
            'lockReleaseTime is a time in the stages locked and released, otherwise null' =>
                ($status->lockReleaseTime !== null) === $hasLock,
            'paymentId, channel, currency, amount and payment are null only in stage not_found' =>
                !in_array(!$known, $present, true),
            'payment.paidAt is a time in the stages paid and refunded, otherwise null' =>
                $payment === null || ($payment->paidAt !== null) === $wasPaid,
            'payment.refundedAt is a time only in stage refunded' =>
                $payment === null || ($payment->refundedAt !== null) === ($stage === Stage::Refunded),
            'payment.refundedAmount is the amount in stage refunded, less in stage paid, otherwise 0' =>
                $payment === null || self::isRefundedAmount($stage, $status),
            'payment.webhookDelivery is "none" until there is a confirmation event' =>
                $payment === null || ($payment->webhookDelivery !== 'none') === $wasPaid,
        ];
        return array_keys($rules, false, true);
    }

    private static function isRefundedAmount(Stage $stage, \stdClass $status): bool
    {
        $refunded = Amount::signedCentimes($status->payment->refundedAmount);
        $amount = Amount::signedCentimes($status->amount) ?? 0;
        return match ($stage) {
            Stage::Refunded => $refunded === $amount,
            Stage::Paid => $refunded < $amount,
            default => $refunded === 0,
        };
    }
}
