<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Reconcile;

use Wasl\PartnerKit\Amount;
use Wasl\PartnerKit\Wire\Stage;

/** What differs between your records and the platform's (W52). */
enum Difference: string
{
    /** The payer paid, and your records miss it. Deliver. */
    case PaidThereNotHere = 'paid_there_not_here';
    case PaidHereNotThere = 'paid_here_not_there';
    case RefundedThereNotHere = 'refunded_there_not_here';
    case RefundedHereNotThere = 'refunded_here_not_there';
    /** The payment ended without success. The reference is open again. */
    case ReleasedThereLockedHere = 'released_there_locked_here';
    /** Locked or refunded in your records, unknown to the platform. */
    case NotFound = 'not_found';
    /** A payment is open. Check again after its lock. */
    case StillLocked = 'still_locked';
    case AmountDiffers = 'amount_differs';
    /** Every attempt to deliver the event failed. Fix the endpoint. */
    case WebhookFailed = 'webhook_failed';
    /** The platform's state is unknown: conclude nothing. */
    case Unanswered = 'unanswered';

    /** @return list<self> the state's first; empty when both sides agree. */
    public static function between(
        ReferenceToCheck $here,
        Stage $there,
        ?Amount $amount,
        bool $webhookFailed,
    ): array {
        // A released payment's amount says nothing: the price may have changed since.
        $comparesAmount = $here->amount !== null && $amount !== null && $there !== Stage::Released;
        $amountDiffers = $comparesAmount && !$here->amount->equals($amount);
        return array_values(array_filter([
            self::ofState($here->state, $there),
            $amountDiffers ? self::AmountDiffers : null,
            $webhookFailed ? self::WebhookFailed : null,
        ]));
    }

    private static function ofState(ReferenceState $here, Stage $there): ?self
    {
        if ($there === Stage::Paid) {
            return match ($here) {
                ReferenceState::Refunded => self::RefundedHereNotThere,
                ReferenceState::Paid => null,
                default => self::PaidThereNotHere,
            };
        }
        if ($there === Stage::Refunded) {
            return $here === ReferenceState::Refunded ? null : self::RefundedThereNotHere;
        }
        if ($here === ReferenceState::Paid) {
            return self::PaidHereNotThere;
        }
        if ($there === Stage::NotFound) {
            return $here === ReferenceState::Open ? null : self::NotFound;
        }
        if ($here === ReferenceState::Refunded) {
            return self::RefundedHereNotThere;
        }
        if ($there === Stage::Locked) {
            return self::StillLocked;
        }
        return $here === ReferenceState::Locked ? self::ReleasedThereLockedHere : null;
    }
}
