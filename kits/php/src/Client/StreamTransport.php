<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Client;

/** Over PHP's own streams, for systems without ext-curl. It needs `allow_url_fopen`. */
final class StreamTransport implements Transport
{
    private const CHUNK_BYTES = 16_384;

    public function send(HttpRequest $request, int $timeoutMs, int $bodyBytesMax): HttpResponse
    {
        $deadline = hrtime(true) + $timeoutMs * 1_000_000;
        $stream = self::open($request, $timeoutMs);
        try {
            $headers = [];
            $status = 0;
            foreach (stream_get_meta_data($stream)['wrapper_data'] ?? [] as $line) {
                if (preg_match('~^HTTP/\S+ ([0-9]{3})~', $line, $found) === 1) {
                    $status = (int) $found[1];
                }
                HeaderLines::add($headers, $line);
            }
            $body = self::readBody($stream, $bodyBytesMax, $deadline);
            $declared = $headers['content-length'] ?? null;
            if ($declared !== null && strlen($body) < (int) $declared) {
                throw new TransportFailed('network', false, 'the answer is incomplete');
            }
            return new HttpResponse($status, $headers, $body);
        } finally {
            fclose($stream);
        }
    }

    /** @return resource */
    private static function open(HttpRequest $request, int $timeoutMs): mixed
    {
        $headers = '';
        foreach ($request->headers as $name => $value) {
            $headers .= "$name: $value\r\n";
        }
        $http = [
            'method' => $request->method,
            'header' => "{$headers}connection: close\r\n",
            'timeout' => $timeoutMs / 1000,
            'follow_location' => 0,
            'ignore_errors' => true,
            'protocol_version' => 1.1,
        ];
        if ($request->body !== null) {
            $http['content'] = $request->body;
        }
        $start = hrtime(true);
        error_clear_last();
        $stream = @fopen($request->url, 'r', false, stream_context_create(['http' => $http]));
        if ($stream !== false) {
            return $stream;
        }
        if ((hrtime(true) - $start) / 1e6 >= $timeoutMs) {
            throw new TransportFailed('timeout');
        }
        $message = error_get_last()['message'] ?? '';
        $isRefused = preg_match('/refused|getaddrinfo|resolve/i', $message) === 1;
        $cause = $isRefused ? 'could not connect' : 'the connection failed';
        throw new TransportFailed('network', $isRefused, $cause);
    }

    /** @param resource $stream */
    private static function readBody(mixed $stream, int $bodyBytesMax, int $deadline): string
    {
        $body = '';
        while (!feof($stream)) {
            $leftNs = $deadline - hrtime(true);
            if ($leftNs <= 0) {
                throw new TransportFailed('timeout');
            }
            stream_set_timeout($stream, 0, max(1, intdiv($leftNs, 1000)));
            $chunk = fread($stream, self::CHUNK_BYTES);
            if (stream_get_meta_data($stream)['timed_out']) {
                throw new TransportFailed('timeout');
            }
            $body .= (string) $chunk;
            if (strlen($body) > $bodyBytesMax) {
                throw new TransportFailed('too_large');
            }
        }
        return $body;
    }
}
