<?php

declare(strict_types=1);

namespace Wasl\PartnerKit;

use Wasl\PartnerKit\Dedupe\Dedupe;
use Wasl\PartnerKit\Webhook\Headers;
use Wasl\PartnerKit\Webhook\Secrets;
use Wasl\PartnerKit\Webhook\Signature;

/**
 * Your two endpoints (sections 4.1 and 4.2): `GET {basePath}/{reference}` and
 * `POST {basePath}/webhooks/platform`. An adapter serves it:
 *
 *     $partner = new Partner(
 *         apiSecret: getenv('API_SECRET'),
 *         hmacSecret: getenv('HMAC_SECRET'),
 *         lookup: fn(string $reference): LookupAnswer => LookupAnswer::payable('599.80'),
 *         onSuccess: fn(PaymentSuccess $event, HandlerContext $context) => markPaid($event),
 *         dedupe: new PdoDedupe($pdo),
 *     );
 *     Adapter\PlainPhp::serve($partner);
 */
final class Partner
{
    private const TOLERANCE_SECONDS_MAX = 3600;
    private const BODY_BYTES_MAX = 16 * 1024 * 1024;
    private const TIMEOUT_MS_MAX = 60_000;

    private readonly Paths $paths;
    private readonly Log $log;
    private readonly LookupEndpoint $lookups;
    private readonly WebhookEndpoint $webhooks;

    /**
     * @param mixed $apiSecret one secret, or a list of up to five during a rotation.
     * @param mixed $hmacSecret the same.
     * @param callable(string): LookupAnswer $lookup returns what a reference costs, or why it
     *   cannot be paid.
     * @param callable(Webhook\PaymentSuccess, HandlerContext): void $onSuccess the payer paid. When
     *   a handler throws, the platform sends the event again later.
     * @param Dedupe $dedupe records handled events: `new PdoDedupe($pdo)`.
     * @param ?callable(Webhook\PaymentInitialized, HandlerContext): void $onInitialized
     * @param ?callable(Webhook\PaymentFail, HandlerContext): void $onFail
     * @param ?callable(Webhook\PaymentRefunded, HandlerContext): void $onRefunded
     * @param ?callable(LogEntry): void $log without it the kit logs nothing.
     * @param string $basePath the path of the API URL, such as `/payments`.
     * @param ?string $webhookPath default: `{basePath}/webhooks/platform` (D12).
     * @param int $toleranceSeconds the tolerated clock difference, ahead or behind (D13).
     * @param int $bodyBytesMax the largest accepted webhook body.
     * @param int $lookupTimeoutMs a slower lookup is answered 503, because the platform waits 5 s
     *   (D11).
     * @param int $webhookTimeoutMs a slower handler is logged, because the platform waits 10 s
     *   (D14).
     * @param ?callable(): int $now Unix seconds. Default: `time`.
     * @throws InvalidOption that names the option, what was expected and what was received.
     */
    public function __construct(
        #[\SensitiveParameter] mixed $apiSecret,
        #[\SensitiveParameter] mixed $hmacSecret,
        callable $lookup,
        callable $onSuccess,
        Dedupe $dedupe,
        ?callable $onInitialized = null,
        ?callable $onFail = null,
        ?callable $onRefunded = null,
        ?callable $log = null,
        string $basePath = '/',
        ?string $webhookPath = null,
        int $toleranceSeconds = Signature::TOLERANCE_SECONDS,
        int $bodyBytesMax = 256 * 1024,
        int $lookupTimeoutMs = 4_500,
        int $webhookTimeoutMs = 9_000,
        ?callable $now = null,
    ) {
        $limits = [
            ['toleranceSeconds', $toleranceSeconds, self::TOLERANCE_SECONDS_MAX],
            ['bodyBytesMax', $bodyBytesMax, self::BODY_BYTES_MAX],
            ['lookupTimeoutMs', $lookupTimeoutMs, self::TIMEOUT_MS_MAX],
            ['webhookTimeoutMs', $webhookTimeoutMs, self::TIMEOUT_MS_MAX],
        ];
        foreach ($limits as [$name, $value, $max]) {
            InvalidOption::expectInteger('Partner', $name, $value, 1, $max);
        }
        $this->paths = new Paths($basePath, $webhookPath);
        $this->log = new Log($log);
        $guard = new Guard(self::secrets($apiSecret, $hmacSecret), $toleranceSeconds, $now);
        $this->lookups = new LookupEndpoint($guard, $this->log, $lookup(...), $lookupTimeoutMs);
        $handlers = new Handlers($onSuccess, $onInitialized, $onFail, $onRefunded);
        $handler = new EventHandler($handlers, $dedupe, $this->log, $webhookTimeoutMs);
        $this->webhooks = new WebhookEndpoint($guard, $this->log, $handler, $bodyBytesMax);
    }

    /** Answers a request of the platform. Never throws; every answer is JSON. */
    public function handle(Incoming $incoming): Answer
    {
        try {
            return $this->route($incoming);
        } catch (\Throwable $error) {
            $message = 'Internal error: this is a bug in the partner kit.';
            $this->log->error('internal_error', $message, exception: $error);
            return Answer::error(AnswerError::InternalError);
        }
    }

    /** Whether a path is `webhookPath`, `basePath`, or below `basePath`. */
    public function owns(string $pathname): bool
    {
        return $this->paths->owns($pathname);
    }

    private function route(Incoming $incoming): Answer
    {
        $header = Headers::reader($incoming->headers);
        // The webhook path may also match a reference: the method decides.
        $segment = $this->paths->segment($incoming->pathname);
        $isWebhookPath = $incoming->pathname === $this->paths->webhook;
        if ($incoming->method === 'GET' && $segment !== null) {
            return $this->lookups->answer($header, $segment);
        }
        if ($incoming->method === 'POST' && $isWebhookPath) {
            return $this->webhooks->answer($header, $incoming);
        }
        if ($segment === null && !$isWebhookPath) {
            return Answer::error(AnswerError::RouteNotFound);
        }
        $methods = ['GET' => $segment !== null, 'POST' => $isWebhookPath];
        $allow = implode(', ', array_keys($methods, true, true));
        $message = "This path allows only $allow.";
        return Answer::error(AnswerError::MethodNotAllowed, $message, ['allow' => $allow]);
    }

    private static function secrets(
        #[\SensitiveParameter] mixed $api,
        #[\SensitiveParameter] mixed $hmac,
    ): Secrets {
        try {
            return Secrets::prepare($api, $hmac);
        } catch (\DomainException $problem) {
            throw new InvalidOption("Partner: {$problem->getMessage()}");
        }
    }
}
