<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Webhook;

/**
 * Verifies webhooks for a server of your own: the API secret, the timestamp, the signature over the
 * raw bytes, and then the JSON. It does not remove duplicates; `Partner` does.
 *
 *     $verifier = new WebhookVerifier(getenv('API_SECRET'), getenv('HMAC_SECRET'));
 *     $event = $verifier->verify(file_get_contents('php://input'), getallheaders());
 */
final class WebhookVerifier
{
    private readonly Secrets $secrets;

    /**
     * @param mixed $apiSecret one secret, or a list during a rotation.
     * @param mixed $hmacSecret the same.
     * @throws WebhookRefused `unusable_secrets`, with the problem.
     */
    public function __construct(
        #[\SensitiveParameter] mixed $apiSecret,
        #[\SensitiveParameter] mixed $hmacSecret,
        private readonly int $toleranceSeconds = Signature::TOLERANCE_SECONDS,
    ) {
        try {
            $this->secrets = Secrets::prepare($apiSecret, $hmacSecret);
        } catch (\DomainException $problem) {
            $reason = Refusal::UnusableSecrets;
            throw new WebhookRefused($reason, $toleranceSeconds, $problem->getMessage());
        }
    }

    /**
     * @param string $body the raw bytes: a parsed and encoded body does not verify.
     * @param array<string, mixed> $headers in any case; a list of values is a repeated header.
     * @param ?int $nowSeconds default: the system clock.
     * @throws WebhookRefused
     */
    public function verify(
        string $body,
        array $headers,
        ?int $nowSeconds = null,
    ): WebhookEvent|UnknownEvent {
        $values = Headers::values($headers);
        $problem = Authorization::problem($values['authorization'] ?? null, $this->secrets);
        if ($problem !== null) {
            throw new WebhookRefused($problem, $this->toleranceSeconds);
        }
        Signature::verifyPrepared(
            $body,
            $values['x-timestamp'] ?? null,
            $values['x-signature'] ?? null,
            $this->secrets->hmac,
            $nowSeconds ?? time(),
            $this->toleranceSeconds,
        );
        return EventReader::read($body);
    }
}
