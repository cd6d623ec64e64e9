<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Proof;

/** The reasons to refuse the code of a receipt, in the order of the checks. */
enum ReceiptRefusal: string
{
    case Provisional = 'provisional';
    case NotAReceipt = 'not_a_receipt';
    case Unsupported = 'unsupported';
    case ForeignIssuer = 'foreign_issuer';
    case UnknownKey = 'unknown_key';
    case RevokedKey = 'revoked_key';
    case EndedKey = 'ended_key';
    case WrongSignature = 'wrong_signature';

    public function message(): string
    {
        return match ($this) {
            self::Provisional => 'This is a provisional slip, which is not signed: the till had no '
                . 'network. Ask for the receipt.',
            self::NotAReceipt => 'This is not the code of a receipt: it is incomplete, damaged or '
                . 'something else.',
            self::Unsupported =>
                'The receipt is signed in a way that this release does not know.',
            self::ForeignIssuer =>
                'The receipt names an issuer that is not in your list of trusted issuers.',
            self::UnknownKey => 'The receipt is signed with a key that its issuer has not published. '
                . 'If your copy of the keys is old, fetch them again.',
            self::RevokedKey => 'The key that signed the receipt is revoked. '
                . 'Ask the till to print the receipt again.',
            self::EndedKey =>
                'The receipt is forged: its key had ended before the time of payment.',
            self::WrongSignature =>
                'The receipt is forged or was altered: the signature does not match.',
        };
    }
}
