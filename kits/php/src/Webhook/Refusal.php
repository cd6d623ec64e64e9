<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Webhook;

/** The reasons to refuse a request, with a message for each. */
enum Refusal: string
{
    case UnusableSecrets = 'unusable_secrets';
    case MissingAuthorization = 'missing_authorization';
    case MalformedAuthorization = 'malformed_authorization';
    case WrongApiSecret = 'wrong_api_secret';
    case MissingTimestamp = 'missing_timestamp';
    case MalformedTimestamp = 'malformed_timestamp';
    case StaleTimestamp = 'stale_timestamp';
    case FutureTimestamp = 'future_timestamp';
    case MissingSignature = 'missing_signature';
    case MalformedSignature = 'malformed_signature';
    case WrongSignature = 'wrong_signature';
    case NotUtf8 = 'not_utf8';
    case NotJson = 'not_json';
    case NotAnObject = 'not_an_object';
    case MalformedEvent = 'malformed_event';

    private const CLOCKS =
        'Check the clocks of both sides. A recorded request cannot be replayed later.';

    /** It never contains a secret or the expected value. */
    public function message(int $toleranceSeconds): string
    {
        return match ($this) {
            self::UnusableSecrets => 'The secrets given to the verifier are invalid.',
            self::MissingAuthorization =>
                'The Authorization header is missing. Send Authorization: Bearer <API_SECRET>.',
            self::MalformedAuthorization => 'The Authorization header is malformed. '
                . 'Send exactly one, as Bearer <API_SECRET>.',
            self::WrongApiSecret =>
                'The API secret is wrong. Send the API secret of this partner.',
            self::MissingTimestamp =>
                'The X-Timestamp header is missing. Send the Unix time in seconds.',
            self::MalformedTimestamp => 'The X-Timestamp header is malformed. '
                . 'Send the Unix time in seconds, ten digits, once.',
            self::StaleTimestamp =>
                "The X-Timestamp is more than $toleranceSeconds s in the past. " . self::CLOCKS,
            self::FutureTimestamp =>
                "The X-Timestamp is more than $toleranceSeconds s in the future. " . self::CLOCKS,
            self::MissingSignature =>
                'The X-Signature header is missing. Sign every webhook with the HMAC secret.',
            self::MalformedSignature => 'The X-Signature header is malformed. '
                . 'Send one HMAC-SHA256 in hexadecimal or base64.',
            self::WrongSignature => 'The X-Signature does not match the body and the X-Timestamp. '
                . 'Check the HMAC secret, and that the signed bytes are the sent bytes.',
            self::NotUtf8 => 'The body is not valid UTF-8.',
            self::NotJson => 'The body is not JSON.',
            self::NotAnObject => 'The body is not a JSON object.',
            self::MalformedEvent => 'The body is not a webhook event.',
        };
    }

    /** The signature is correct, but the content is invalid. */
    public function isAboutContent(): bool
    {
        return match ($this) {
            self::NotUtf8, self::NotJson, self::NotAnObject, self::MalformedEvent => true,
            default => false,
        };
    }
}
