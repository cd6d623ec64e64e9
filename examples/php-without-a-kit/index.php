<?php

declare(strict_types=1);

/*
 * A partner's two endpoints:
 *   GET  /{reference}          returns the payment details of a reference
 *   POST /webhooks/platform    receives the events of payments
 */

require __DIR__ . '/wasl.php';
require __DIR__ . '/shop.php';

const BODY_BYTES_MAX = 262144;

// An old php.ini sets 17, and 599.8 is then written as 599.79999999999995, which nobody can pay.
ini_set('serialize_precision', '-1');
// A printed warning would break the JSON of the answer. As an exception it leads to a 503 below.
ini_set('display_errors', '0');
set_error_handler(function (int $level, string $message, string $file, int $line): never {
    throw new ErrorException($message, 0, $level, $file, $line);
});

try {
    answer(...handle());
} catch (Throwable $problem) {
    error_log("Not answered: {$problem->getMessage()}");
    answer(503, refusal('SERVICE_UNAVAILABLE', 'The service is temporarily unavailable.'));
}

/** Status and body. Checks the API secret before anything else. */
function handle(): array
{
    $authorization = $_SERVER['HTTP_AUTHORIZATION'] ?? $_SERVER['REDIRECT_HTTP_AUTHORIZATION'] ?? null;
    if (!wasl_is_authorized($authorization, secrets('API_SECRET'))) {
        return [401, refusal('UNAUTHORIZED', 'The API secret is missing or wrong.')];
    }
    $timestamp = $_SERVER['HTTP_X_TIMESTAMP'] ?? null;
    if (!wasl_is_fresh($timestamp)) {
        return [401, refusal('UNAUTHORIZED', 'The X-Timestamp is missing, malformed, or more than 300 s off.')];
    }
    // The path is not decoded yet: a slash in a reference is sent as %2F.
    $path = explode('?', $_SERVER['REQUEST_URI'], 2)[0];
    $isLookup = preg_match('~^/([^/]+)$~D', $path, $found) === 1;
    return match (true) {
        $_SERVER['REQUEST_METHOD'] === 'GET' && $isLookup => look_up(rawurldecode($found[1])),
        $_SERVER['REQUEST_METHOD'] === 'POST' && $path === '/webhooks/platform' => receive($timestamp),
        default => [404, refusal('ROUTE_NOT_FOUND', 'No endpoint has this method and path.')],
    };
}

function look_up(string $reference): array
{
    $answer = shop_look_up($reference);
    return match ($answer) {
        'not_found' => [404, refusal('NOT_FOUND', 'The reference was not found.')],
        'already_paid' => [409, refusal('ALREADY_PAID', 'The payment is already completed.')],
        'unavailable' => [503, refusal('SERVICE_UNAVAILABLE', 'The service is temporarily unavailable.')],
        default => [200, $answer],
    };
}

function receive(string $timestamp): array
{
    // The raw bytes. json_encode(json_decode($body)) can differ from the bytes that were signed.
    $body = file_get_contents('php://input', false, null, 0, BODY_BYTES_MAX + 1);
    if (strlen($body) > BODY_BYTES_MAX) {
        return [413, refusal('PAYLOAD_TOO_LARGE', 'The body is larger than 256 KiB.')];
    }
    $signature = $_SERVER['HTTP_X_SIGNATURE'] ?? null;
    if (!wasl_is_signed($body, $timestamp, $signature, secrets('HMAC_SECRET'))) {
        return [401, refusal('UNAUTHORIZED', 'The X-Signature does not match the body and the X-Timestamp.')];
    }
    $sent = json_decode($body, true, 32);
    if (!is_array($sent) || !is_string($sent['event'] ?? null)) {
        return [400, refusal('BAD_REQUEST', 'The body is not an event.')];
    }
    // Acknowledge unknown kinds, or the platform retries them for three days.
    if (!in_array($sent['event'], ['payment.initialized', 'payment.success', 'payment.fail'], true)) {
        return [200, ['success' => true]];
    }
    if (!is_string($sent['data']['reference'] ?? null) || !is_string($sent['data']['paymentId'] ?? null)) {
        return [400, refusal('BAD_REQUEST', 'The event has no data.reference or no data.paymentId.')];
    }
    shop_take($sent['event'], $sent['data']);
    return [200, ['success' => true]];
}

/** One secret, or several separated by commas during a rotation. */
function secrets(string $name): array
{
    $secrets = array_values(array_filter(array_map('trim', explode(',', getenv($name) ?: ''))));
    return $secrets ?: throw new RuntimeException("$name is not set.");
}

function refusal(string $error, string $message): array
{
    return ['error' => $error, 'errorMessage' => $message];
}

function answer(int $status, array $body): void
{
    http_response_code($status);
    header('Content-Type: application/json; charset=utf-8');
    header('Cache-Control: no-store');
    echo json_encode($body, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES);
}
