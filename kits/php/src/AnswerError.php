<?php

declare(strict_types=1);

namespace Wasl\PartnerKit;

/**
 * The codes of the kit's answers: the four of section 7.1, and its own for requests that the
 * platform never sends and for failures without a code in the specification.
 */
enum AnswerError: string
{
    case Unauthorized = 'UNAUTHORIZED';
    case NotFound = 'NOT_FOUND';
    case AlreadyPaid = 'ALREADY_PAID';
    case ServiceUnavailable = 'SERVICE_UNAVAILABLE';
    case BadRequest = 'BAD_REQUEST';
    case RouteNotFound = 'ROUTE_NOT_FOUND';
    case MethodNotAllowed = 'METHOD_NOT_ALLOWED';
    case PayloadTooLarge = 'PAYLOAD_TOO_LARGE';
    case InternalError = 'INTERNAL_ERROR';

    public function status(): int
    {
        return match ($this) {
            self::BadRequest => 400,
            self::Unauthorized => 401,
            self::NotFound, self::RouteNotFound => 404,
            self::MethodNotAllowed => 405,
            self::AlreadyPaid => 409,
            self::PayloadTooLarge => 413,
            self::InternalError => 500,
            self::ServiceUnavailable => 503,
        };
    }

    public function message(): string
    {
        return match ($this) {
            self::Unauthorized => 'The API secret is missing or wrong. '
                . 'Send the header Authorization: Bearer <API_SECRET>.',
            self::NotFound => 'No payment was found under this reference. '
                . 'Check the reference with the payer.',
            self::AlreadyPaid => 'This payment is already completed. Do not collect it again.',
            self::ServiceUnavailable => 'The service is temporarily unavailable. '
                . 'Try again in a few minutes.',
            self::BadRequest => 'The request is invalid.',
            self::RouteNotFound => 'No endpoint has this path. Lookups are GET {API_URL}/{reference}, '
                . 'webhooks POST {API_URL}/webhooks/platform. Check the URLs given to the platform.',
            self::MethodNotAllowed => 'This path does not allow this method.',
            self::PayloadTooLarge => 'The body is too large.',
            self::InternalError => 'The event could not be handled. Send it again later.',
        };
    }
}
