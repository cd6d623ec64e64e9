<?php

declare(strict_types=1);

use Wasl\PartnerKit\Webhook\WebhookRefused;
use Wasl\PartnerKit\Webhook\WebhookVerifier;

/* What the kit says about each webhook of stdin, a list of { body, headers, apiSecret, hmacSecret }. */

require __DIR__ . '/../../autoload.php';

$cases = json_decode((string) stream_get_contents(STDIN), true, 64, JSON_THROW_ON_ERROR);
$sentences = array_map(static function (array $case): string {
    try {
        $verifier = new WebhookVerifier($case['apiSecret'], $case['hmacSecret']);
        $body = (string) base64_decode($case['body'], true);
        $verifier->verify($body, $case['headers'], $case['nowSeconds']);
        return 'verified';
    } catch (WebhookRefused $refusal) {
        return "{$refusal->errorCode()}: {$refusal->getMessage()}";
    }
}, $cases);
echo json_encode($sentences, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE);
