<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Client;

use Wasl\PartnerKit\InvalidOption;
use Wasl\PartnerKit\Wire\Check;
use Wasl\PartnerKit\Wire\EventFields;
use Wasl\PartnerKit\Wire\Json;
use Wasl\PartnerKit\Wire\Reference;
use Wasl\PartnerKit\Wire\StatusFields;
use Wasl\PartnerKit\Wire\Time;

/**
 * The platform's APIs for partners. Webhooks are the primary signal. A call that fails throws
 * `CallFailed`: unknown, which does not mean unpaid.
 *
 *     $client = new Client(getenv('WASL_URL'), getenv('WASL_API_KEY'));
 *     echo $client->status('INV-2026-0001')->data->stage->value;
 */
final class Client
{
    public const VERSION = '0.1.0';

    private const BODY_BYTES_MAX = 16 * 1024 * 1024;

    /** A page has up to 500 payments of at most 1 KiB. */
    private const PAGE_BYTES_MAX = 1024 * 1024;

    private readonly string $baseUrl;
    private readonly string $qrBaseUrl;
    private readonly Sender $sender;

    /**
     * @param mixed $baseUrl such as `https://pay.example` (D6). It must be https, except on this
     *   machine.
     * @param mixed $apiKey your API key, from the operator. It is sent only to these two URLs.
     * @param bool $allowHttp plain http to another machine; only for a private network.
     * @param mixed $qrBaseUrl default: `{baseUrl}/partner/qr/v1`.
     * @param int $timeoutMs the limit for a call with all its attempts and waits.
     * @param int $attemptTimeoutMs the limit for one request and its answer.
     * @param int $retries how often to retry a call when that is safe.
     * @param string $language of the platform's messages: `en`, `fr` or `ar`.
     * @param ?callable(ClientLogEntry): void $log
     * @param ?Transport $transport default: ext-curl, or PHP's streams without it.
     * @throws InvalidOption
     */
    public function __construct(
        mixed $baseUrl,
        #[\SensitiveParameter] mixed $apiKey,
        bool $allowHttp = false,
        mixed $qrBaseUrl = null,
        int $timeoutMs = 30_000,
        int $attemptTimeoutMs = 10_000,
        int $retries = 2,
        private readonly int $bodyBytesMax = 256 * 1024,
        string $language = 'en',
        ?callable $log = null,
        ?Transport $transport = null,
    ) {
        $this->baseUrl = ClientOptions::url('baseUrl', $baseUrl, $allowHttp);
        $qrUrl = $qrBaseUrl ?? "$this->baseUrl/partner/qr/v1";
        $this->qrBaseUrl = ClientOptions::url('qrBaseUrl', $qrUrl, $allowHttp);
        $max = self::BODY_BYTES_MAX;
        InvalidOption::expectInteger('Client', 'bodyBytesMax', $bodyBytesMax, 1, $max);
        $this->sender = new Sender(
            ClientOptions::key($apiKey),
            ClientOptions::language($language),
            $transport ?? self::defaultTransport(),
            $timeoutMs,
            $attemptTimeoutMs,
            $retries,
            $log,
        );
    }

    /**
     * The status of a reference (section 4.3). The quota is 60 calls a minute (D5).
     *
     * @return Reply<PaymentStatus>
     * @throws CallFailed
     */
    public function status(string $reference, ?int $retries = null): Reply
    {
        $check = new Check();
        if (!$check->reference('reference', $reference)) {
            throw CallFailed::notSent($check->issues);
        }
        $segment = Reference::encode($reference);
        $url = "$this->baseUrl/partner/payments/v1/$segment/status";
        $issues = StatusFields::issues(...);
        return $this->get('status', $reference, $url, $issues, PaymentStatus::of(...), $retries);
    }

    /**
     * One page of your payments by business date (D31), the oldest first; at most 60 calls a
     * minute.
     *
     * @param ?string $from the first business date, `YYYY-MM-DD`.
     * @param ?int $limit 1 to 500; 100 without it.
     * @return Reply<Page>
     * @throws CallFailed
     */
    public function listPayments(
        ?string $from = null,
        ?string $to = null,
        ?string $stage = null,
        ?string $cursor = null,
        ?int $limit = null,
        ?int $retries = null,
    ): Reply {
        $check = new Check();
        Arguments::checkDates($check, ['from' => $from, 'to' => $to]);
        if ($stage !== null) {
            $check->oneOf('stage', $stage, ['locked', 'paid', 'released', 'refunded']);
        }
        $filters = ['from' => $from, 'to' => $to, 'stage' => $stage, 'cursor' => $cursor];
        $query = Arguments::listQuery($check, [...$filters, 'limit' => $limit], 500);
        $url = "$this->baseUrl/partner/payments/v1" . ($query === '' ? '' : "?$query");
        $issues = Page::paymentIssues(...);
        return $this->get('list_payments', $query, $url, $issues, Page::of(...), $retries);
    }

    /**
     * One page of your closed statements (D32), the newest first.
     *
     * @param ?int $limit 1 to 200; 50 without it.
     * @return Reply<Page>
     * @throws CallFailed
     */
    public function listStatements(
        ?string $cursor = null,
        ?int $limit = null,
        ?int $retries = null,
    ): Reply {
        $query = Arguments::listQuery(new Check(), ['cursor' => $cursor, 'limit' => $limit], 200);
        $url = "$this->baseUrl/partner/statements/v1" . ($query === '' ? '' : "?$query");
        $issues = Page::issues(...);
        return $this->get('list_statements', $query, $url, $issues, Page::of(...), $retries);
    }

    /**
     * Replaces the amounts of a static QR code (section 4.4). After `network` or `timeout` the
     * change may have happened or not. Setting the same amounts again is safe, except for a single
     * use, which may already be paid.
     *
     * @param list<mixed> $amounts 1 to 20 different ones: texts such as `"599.80"`, or `Amount`s.
     * @param ?\DateTimeInterface $expiresAt at most a year ahead. Not together with `singleUse`.
     * @return Reply<QrConfig>
     * @throws CallFailed
     */
    public function setQrConfig(
        string $qrCodeToken,
        array $amounts,
        ?\DateTimeInterface $expiresAt = null,
        bool $singleUse = false,
        ?int $retries = null,
    ): Reply {
        $check = new Check();
        EventFields::checkToken($check, 'qrCodeToken', $qrCodeToken);
        $exact = Arguments::amounts($check, $amounts);
        if ($expiresAt !== null && $singleUse) {
            $why = 'because the lifetimes exclude each other';
            $check->add('expiresAt', "expected no expiresAt with singleUse: true, $why");
        }
        $body = ['qrCodeToken' => $qrCodeToken, 'amounts' => $exact];
        if ($expiresAt !== null) {
            $body['expiresAt'] = Time::format($expiresAt);
        }
        if ($singleUse) {
            $body['singleUse'] = true;
        }
        return $this->post('set-qr-config', $check, $body, !$singleUse, $retries);
    }

    /**
     * Removes the amounts of a static QR code (section 4.5). Succeeds if the code has no amounts.
     *
     * @return Reply<QrConfig>
     * @throws CallFailed
     */
    public function unsetQrConfig(string $qrCodeToken, ?int $retries = null): Reply
    {
        $check = new Check();
        EventFields::checkToken($check, 'qrCodeToken', $qrCodeToken);
        $body = ['qrCodeToken' => $qrCodeToken];
        return $this->post('un-set-qr-config', $check, $body, true, $retries);
    }

    private function get(
        string $name,
        string $subject,
        string $url,
        \Closure $issues,
        \Closure $read,
        ?int $retries,
    ): Reply {
        $bytes = $name === 'list_payments'
            ? max($this->bodyBytesMax, self::PAGE_BYTES_MAX)
            : $this->bodyBytesMax;
        $call = new Call($name, $subject, 'GET', $url, null, true, $issues, $read, $bytes);
        return $this->sender->send($call, $retries);
    }

    private function post(
        string $path,
        Check $check,
        array $body,
        bool $isRepeatable,
        ?int $retries,
    ): Reply {
        if (!$check->isClean()) {
            throw CallFailed::notSent($check->issues);
        }
        $call = new Call(
            $path === 'set-qr-config' ? 'set_qr_config' : 'unset_qr_config',
            $body['qrCodeToken'],
            'POST',
            "$this->qrBaseUrl/$path",
            Json::encode($body),
            $isRepeatable,
            QrConfig::issues(...),
            QrConfig::of(...),
            $this->bodyBytesMax,
        );
        return $this->sender->send($call, $retries);
    }

    private static function defaultTransport(): Transport
    {
        return extension_loaded('curl') ? new CurlTransport() : new StreamTransport();
    }
}
