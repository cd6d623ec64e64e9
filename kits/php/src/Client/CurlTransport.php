<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Client;

/** Over ext-curl, which keeps the connection for the next call. */
final class CurlTransport implements Transport
{
    /** Errors of connecting: the request was not sent. */
    private const NEVER_SENT = [CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT];

    private ?\CurlHandle $handle = null;

    public function send(HttpRequest $request, int $timeoutMs, int $bodyBytesMax): HttpResponse
    {
        $headers = [];
        $body = '';
        $handle = $this->handle ??= curl_init();
        curl_reset($handle);
        curl_setopt_array($handle, self::options($request, $timeoutMs) + [
            CURLOPT_HEADERFUNCTION => static function ($_, string $line) use (&$headers): int {
                HeaderLines::add($headers, $line);
                return strlen($line);
            },
            CURLOPT_WRITEFUNCTION => static function ($_, string $chunk) use (
                &$body,
                $bodyBytesMax,
            ): int {
                $body .= $chunk;
                // Another number than the chunk's ends the transfer.
                return strlen($body) > $bodyBytesMax ? 0 : strlen($chunk);
            },
        ]);
        curl_exec($handle);
        $code = curl_errno($handle);
        if ($code !== CURLE_OK) {
            throw self::failure($handle, $code, strlen($body) > $bodyBytesMax);
        }
        return new HttpResponse((int) curl_getinfo($handle, CURLINFO_RESPONSE_CODE), $headers, $body);
    }

    /** @return array<int, mixed> */
    private static function options(HttpRequest $request, int $timeoutMs): array
    {
        $headers = [];
        foreach ($request->headers as $name => $value) {
            $headers[] = "$name: $value";
        }
        $options = [
            CURLOPT_URL => $request->url,
            CURLOPT_CUSTOMREQUEST => $request->method,
            // An empty Expect, or curl waits a second before a larger body.
            CURLOPT_HTTPHEADER => [...$headers, 'Expect:'],
            CURLOPT_TIMEOUT_MS => $timeoutMs,
            CURLOPT_CONNECTTIMEOUT_MS => $timeoutMs,
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_NOSIGNAL => true,
        ];
        if ($request->body !== null) {
            $options[CURLOPT_POSTFIELDS] = $request->body;
        }
        return $options;
    }

    private static function failure(\CurlHandle $handle, int $code, bool $isTooLarge): TransportFailed
    {
        // A connection that failed is not used again.
        $neverSent = in_array($code, self::NEVER_SENT, true);
        return match (true) {
            $isTooLarge => new TransportFailed('too_large'),
            $code === CURLE_OPERATION_TIMEDOUT => new TransportFailed(
                'timeout',
                curl_getinfo($handle, CURLINFO_PRETRANSFER_TIME) == 0.0,
            ),
            default => new TransportFailed('network', $neverSent, curl_strerror($code)),
        };
    }
}
