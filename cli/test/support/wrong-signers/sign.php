<?php
// Wrong signatures as PHP code makes them: {title: signature} for the request on stdin.
$request = json_decode(stream_get_contents(STDIN), true, 512, JSON_THROW_ON_ERROR);
$body = base64_decode($request['bodyBase64']);
$parsed = json_decode($body, true, 512, JSON_THROW_ON_ERROR);
$time = $request['timestamp'];
$secret = $request['secret'];
$sign = fn(string $material) => hash_hmac('sha256', $material, $secret);
ini_set('serialize_precision', '17');
$precise = json_encode($parsed, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES);
ini_set('serialize_precision', '-1');

echo json_encode([
    'json_encode' => $sign(json_encode($parsed) . $time),
    'json_encode, pretty' => $sign(json_encode($parsed, JSON_PRETTY_PRINT) . $time),
    'json_encode, unescaped slashes' => $sign(json_encode($parsed, JSON_UNESCAPED_SLASHES) . $time),
    'json_encode, serialize_precision 17' => $sign($precise . $time),
    'json_encode twice' => $sign(json_encode($body, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES) . $time),
    'json_encode of $_POST' => $sign(json_encode([]) . $time),
    'addslashes' => $sign(addslashes($body) . $time),
    'htmlspecialchars' => $sign(htmlspecialchars($body) . $time),
    'urlencode' => $sign(urlencode($body) . $time),
    'rawurlencode' => $sign(rawurlencode($body) . $time),
    'http_build_query' => $sign(http_build_query($parsed) . $time),
    'serialize' => $sign(serialize($parsed) . $time),
    'implode' => $sign(implode('|', $parsed['data']) . $time),
    'single quotes' => $sign('$body$timestamp'),
    'array as text' => $sign('Array' . $time),
    'arguments swapped' => hash_hmac('sha256', $secret, $body . $time),
    'raw output' => mb_raw(hash_hmac('sha256', $body . $time, $secret, true)),
    'base64 of raw output' => base64_encode(hash_hmac('sha256', $body . $time, $secret, true)),
    'base64 of hexadecimal' => base64_encode($sign($body . $time)),
    'upper case' => strtoupper($sign($body . $time)),
    'SHA-512' => hash_hmac('sha512', $body . $time, $secret),
    'a hash with the secret' => hash('sha256', $secret . $body . $time),
    'MD5' => md5($body . $time . $secret),
    'the secret itself' => $secret,
    'iconv to ISO-8859-6' => $sign(iconv('UTF-8', 'ISO-8859-6//IGNORE', $body) . $time),
], JSON_THROW_ON_ERROR);

/** Node.js gives header values as Latin-1, and so does the test. */
function mb_raw(string $bytes): string
{
    return iconv('ISO-8859-1', 'UTF-8', $bytes);
}
