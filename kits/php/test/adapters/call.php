<?php

declare(strict_types=1);

use Wasl\PartnerKit\Client\CallFailed;
use Wasl\PartnerKit\Client\Client;
use Wasl\PartnerKit\Client\CurlTransport;
use Wasl\PartnerKit\Client\StreamTransport;

/*
 * Asks for the status of each reference in the arguments, over the named transport, and prints the
 * stages and the error codes.
 */

require __DIR__ . '/../../autoload.php';

[, $url, $transport] = $argv;
$client = new Client(
    $url,
    'wasl_prt_0000000000000000000000000001',
    attemptTimeoutMs: 500,
    retries: 0,
    bodyBytesMax: 10_000,
    transport: $transport === 'curl' ? new CurlTransport() : new StreamTransport(),
);
$answers = [];
foreach (array_slice($argv, 3) as $reference) {
    try {
        $reply = $client->status($reference);
        $answers[$reference] = $reply->data->stage->value . ' ' . $reply->rateLimit?->remaining;
    } catch (CallFailed $failure) {
        $sent = $failure->neverSent ? ', never sent' : '';
        $answers[$reference] = "$failure->error $failure->status$sent";
    }
}
try {
    $set = $client->setQrConfig('7Z3M9K0QW5T8R2VXN4BHJD01Z9', ['599.80'], singleUse: true);
    $answers['set'] = (string) $set->data->amounts[0];
} catch (CallFailed $failure) {
    $answers['set'] = $failure->error;
}
echo json_encode($answers);
