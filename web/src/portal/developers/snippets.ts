/** Snippets with a partner's values. A secret is read from the environment, never written out. */

export const LANGUAGES = ['Node.js', 'PHP', 'Python', 'curl'] as const

export type SnippetLanguage = (typeof LANGUAGES)[number]

export type Values = {
  /** The platform. */
  origin: string
  partnerId: string
  apiUrl: string
}

/** Asks whether a reference was paid (section 4.3). */
export const statusSnippet = (language: SnippetLanguage, { origin }: Values): string => {
  const url = `${origin}/partner/payments/v1`
  switch (language) {
    case 'Node.js':
      return `const reference = 'FAC/2026-04417'
const answer = await fetch(
  \`${url}/\${encodeURIComponent(reference)}/status\`,
  { headers: { 'x-api-key': process.env.WASL_API_KEY } },
)
const { stage, amount } = await answer.json()`
    case 'PHP':
      return `$reference = 'FAC/2026-04417';
$curl = curl_init('${url}/' . rawurlencode($reference) . '/status');
curl_setopt_array($curl, [
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_HTTPHEADER => ['x-api-key: ' . getenv('WASL_API_KEY')],
]);
$status = json_decode(curl_exec($curl), true);`
    case 'Python':
      return `import json, os, urllib.parse, urllib.request

reference = "FAC/2026-04417"
url = "${url}/" + urllib.parse.quote(reference, safe="") + "/status"
request = urllib.request.Request(url, headers={"x-api-key": os.environ["WASL_API_KEY"]})
with urllib.request.urlopen(request, timeout=10) as answer:
    status = json.load(answer)`
    case 'curl':
      return `curl -H "x-api-key: $WASL_API_KEY" \\
  ${url}/FAC%2F2026-04417/status`
    default:
      return language satisfies never
  }
}

/** Checks what the platform sends: the secret first, then the signature over the raw bytes. */
export const receiveSnippet = (language: SnippetLanguage, { apiUrl }: Values): string => {
  switch (language) {
    case 'Node.js':
      return `import { createPartner, memoryDedupe } from '@wasl/partner-kit'

// Serves ${apiUrl}
const partner = createPartner({
  apiSecret: process.env.WASL_API_SECRET,
  hmacSecret: process.env.WASL_HMAC_SECRET,
  dedupe: memoryDedupe(),
  lookup: (reference) => invoices.find(reference),
  on: { 'payment.success': (data) => invoices.markPaid(data.reference) },
})`
    case 'PHP':
      return `$body = file_get_contents('php://input');
$signed = $body . $_SERVER['HTTP_X_TIMESTAMP'];
$expected = hash_hmac('sha256', $signed, getenv('WASL_HMAC_SECRET'));
$bearer = 'Bearer ' . getenv('WASL_API_SECRET');
if (!hash_equals($bearer, $_SERVER['HTTP_AUTHORIZATION'] ?? '')
    || !hash_equals($expected, $_SERVER['HTTP_X_SIGNATURE'] ?? '')) {
    http_response_code(401);
    exit;
}`
    case 'Python':
      return `import hashlib, hmac, os

def is_genuine(headers, body: bytes) -> bool:
    signed = body + headers["X-Timestamp"].encode()
    key = os.environ["WASL_HMAC_SECRET"].encode()
    expected = hmac.new(key, signed, hashlib.sha256).hexdigest()
    bearer = "Bearer " + os.environ["WASL_API_SECRET"]
    return hmac.compare_digest(bearer, headers.get("Authorization", "")) and \\
        hmac.compare_digest(expected, headers.get("X-Signature", ""))`
    case 'curl':
      return `curl -H "Authorization: Bearer $WASL_API_SECRET" \\
  -H "X-Timestamp: $(date +%s)" \\
  ${apiUrl.replace(/\/$/, '')}/FAC%2F2026-04417`
    default:
      return language satisfies never
  }
}
