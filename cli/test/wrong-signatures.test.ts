/**
 * Wrong signatures of real code: Python, PHP, a shell and JavaScript make different mistakes in signing
 * one webhook, and the doctor's first cause is the mistake.
 */
import { spawnSync } from 'node:child_process'
import { createHash, createHmac } from 'node:crypto'
import { join } from 'node:path'
import { sign } from '@wasl/protocol'
import { describe, expect, test } from 'vitest'
import { isMissing } from '../../scripts/test/languages.ts'
import type { CauseCode } from '../src/doctor/causes.ts'
import { diagnose, type Diagnosis } from '../src/doctor/diagnose.ts'
import { signInJavaScript, type SignRequest } from './support/wrong-signers/sign-in-javascript.ts'

const escapedForHtml = (text: string): string => {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

const pythonPrinted = (bytes: Buffer): string => {
  const inner = Array.from(bytes, (byte) =>
    byte > 0x7e ? `\\x${byte.toString(16)}` : String.fromCharCode(byte).replace('\\', '\\\\'),
  )
  return `b'${inner.join('')}'`
}

const NOW = 1_795_000_000

const REQUEST: SignRequest = {
  body: Buffer.from(
    JSON.stringify({
      event: 'payment.success',
      data: {
        reference: 'فاتورة/2026 <é> & "7"',
        paymentId: '019ab1c2-7c00-7abc-8def-0123000003e9',
        channel: 'AGENCY',
        amount: 599.8,
        currency: 'DZD',
        paidAt: '2026-11-21T09:00:00.000Z',
      },
    }),
  ),
  timestamp: String(NOW),
  secret: 'wasl_hmac_u7Zk3QeVbT5xN1mYc8RfGh2LpWs9DjXa4KoEiUt6BvM',
  old: 'wasl_hmac_Bq4LxT9sVn2KpWd7YeRm3HjUcA6FgZo1XiNb8QtSk5E',
  apiSecret: 'wasl_sec_Q1w2E3r4T5y6U7i8O9p0AsDfGhJkLzXcVbNmQwErTyU',
  eventId: '019ab1c2-7c00-7abc-8def-0123000003ea',
}

const TEXT = REQUEST.body.toString()

const diagnosisOf = (signature: string, body = REQUEST.body): Diagnosis =>
  diagnose({
    body,
    timestamp: REQUEST.timestamp,
    signature,
    eventId: REQUEST.eventId,
    paths: ['/webhooks/platform', 'https://shop.example/pay/webhooks/platform'],
    hmacSecrets: [REQUEST.secret, REQUEST.old],
    apiSecrets: [REQUEST.apiSecret],
    nowSeconds: NOW,
  })

/** The first cause of each signature, by its title; notes are in brackets. */
type Expected = Record<string, CauseCode | `(${CauseCode})`>

const firstCauses = (signatures: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(signatures).map(([title, signature]) => {
      const { causes, notes } = diagnosisOf(signature)
      return [title, causes[0]?.code ?? (notes[0] ? `(${notes[0].code})` : 'right')]
    }),
  )

const SIGNERS = join(import.meta.dirname, 'support/wrong-signers')
const INPUT = JSON.stringify({ ...REQUEST, bodyBase64: REQUEST.body.toString('base64') })

const outputOf = (command: string, args: readonly string[]): string => {
  const env = {
    ...process.env,
    BODY: REQUEST.body.toString(),
    TIMESTAMP: REQUEST.timestamp,
    SECRET: REQUEST.secret,
  }
  const { status, stdout, stderr } = spawnSync(command, args, {
    input: INPUT,
    encoding: 'utf8',
    env,
  })
  expect(status, stderr).toBe(0)
  return stdout
}

const signedBy = (command: string, file: string): Record<string, string> =>
  JSON.parse(outputOf(command, [join(SIGNERS, file)])) as Record<string, string>

const PYTHON: Expected = {
  'str() of the bytes': 'body_printed',
  'str() of the bytes, with a dot': 'body_printed',
  'f-string of the bytes of the timestamp': 'timestamp_written_otherwise',
  'str() of the dict': 'body_printed',
  'repr() of the text': 'body_printed',
  'json.dumps': 'body_white_space',
  'json.dumps, compact': 'body_escaped_unicode',
  'json.dumps, sorted': 'body_key_order',
  'json.dumps, indented': 'body_white_space',
  'json.dumps of the text': 'body_encoded_twice',
  'the data alone': 'body_part',
  'urllib quote': 'body_url_encoded',
  'urllib quote_plus': 'body_url_encoded',
  'html.escape': 'body_html_escaped',
  'base64 of the body': 'body_base64',
  'hex of the body': 'body_hexadecimal',
  'UTF-16 with a mark': 'order_charset',
  'UTF-16 of the body': 'body_mis_decoded',
  'UTF-8 with a mark': 'body_byte_order_mark',
  'Windows-1256': 'body_mis_decoded',
  'Latin-1, replaced': 'body_mis_decoded',
  'ASCII, ignored': 'body_mis_decoded',
  'read as Windows-1256': 'body_mis_decoded',
  NFD: 'body_unicode_form',
  'key and message swapped': 'algorithm_swapped',
  'both secrets as one': 'secret_list',
  'str() of a list of secrets': 'secret_list',
  "str() of the secret's bytes": 'secret_printed',
  'the secret decoded from base64': 'secret_decoded',
  'the secret hashed': 'secret_hashed',
  'None as the secret': 'secret_empty',
  'str() of the digest': 'encoding_other',
  'str() of base64': 'encoding_decorated',
  'no update': 'order_nothing',
  hashlib: 'algorithm_no_key',
  'HMAC over a hash': 'algorithm_twice',
  'SHA-1': 'algorithm',
  'a forgotten f': 'order_names',
}

const PHP: Expected = {
  json_encode: 'body_escaped_slashes',
  'json_encode, pretty': 'body_white_space',
  'json_encode, unescaped slashes': 'body_escaped_unicode',
  'json_encode, serialize_precision 17': 'body_number_format',
  'json_encode twice': 'body_encoded_twice',
  'json_encode of $_POST': 'body_not_sent',
  addslashes: 'body_backslashes',
  htmlspecialchars: 'body_html_escaped',
  urlencode: 'body_url_encoded',
  rawurlencode: 'body_url_encoded',
  http_build_query: 'body_printed',
  serialize: 'body_printed',
  implode: 'body_part',
  'single quotes': 'order_names',
  'array as text': 'body_not_sent',
  'arguments swapped': 'algorithm_swapped',
  'raw output': 'encoding_other',
  'base64 of raw output': '(encoding_base64)',
  'base64 of hexadecimal': 'encoding_twice',
  'upper case': '(encoding_upper_case)',
  'SHA-512': 'algorithm',
  'a hash with the secret': 'algorithm',
  MD5: 'algorithm',
  'the secret itself': 'signature_is_secret',
  'iconv to ISO-8859-6': 'body_mis_decoded',
}

const SHELL: Expected = {
  'echo adds a line end': 'order_newline_at_end',
  'two lines': 'body_trailing_newline',
  'single quotes': 'order_names',
  'a header line': 'encoding_decorated',
  'the output of openssl': 'encoding_decorated',
  'no key': 'algorithm_no_key',
}

const JAVASCRIPT: Expected = {
  'as Slack': 'order_scheme',
  'as Stripe': 'order_timestamp_first',
  'as GitHub': 'order_no_timestamp',
  'as Shopify': 'order_no_timestamp',
  'as Paddle': 'order_timestamp_first',
  'as Paystack': 'order_no_timestamp',
  'as Standard Webhooks': 'order_event_id',
  'method, path, body': 'order_scheme',
  'method, path, time, body': 'order_scheme',
  'time, method, path, body': 'order_scheme',
  'path, time, hash': 'order_scheme',
  'URL and body': 'order_scheme',
  'the timestamp first': 'order_timestamp_first',
  'a colon between': 'order_delimiter',
  'no timestamp': 'order_no_timestamp',
  'the timestamp alone': 'order_no_body',
  milliseconds: 'timestamp_milliseconds',
  'an ISO time': 'timestamp_written_otherwise',
  'the timestamp twice': 'order_repeated',
  'a digest of the body': 'order_body_digest',
  'the event id': 'order_event_id',
  'an object in a template': 'body_object_as_text',
  'a promise in a template': 'body_not_sent',
  'an undefined body': 'body_not_sent',
  'JSON.stringify, indented': 'body_white_space',
  'JSON.stringify of the data': 'body_part',
  'JSON.stringify of the buffer': 'body_printed',
  'the buffer inspected': 'body_printed',
  'a Uint8Array as text': 'body_printed',
  'a body and time document': 'order_scheme',
  encodeURIComponent: 'body_url_encoded',
  'Latin-1': 'body_mis_decoded',
  'read as Latin-1': 'body_mis_decoded',
  'UTF-16': 'order_charset',
  'CRLF behind the body': 'body_trailing_newline',
  'a model without a field': 'body_field_missing',
  'a model with dates': 'body_date_format',
  'the API secret': 'secret_api_secret',
  'a quoted secret': 'secret_quotes',
  'a secret with a line end': 'secret_white_space',
  'a secret cut to 32': 'secret_cut',
  'a secret that is not set': 'secret_empty',
  'an empty secret': 'secret_empty',
  'hashed twice': 'algorithm_twice',
  'cut to 32 digits': 'encoding_truncated',
  'digits without zeros': 'encoding_other',
  'the bytes as a list': 'encoding_other',
  'the bytes as text': 'encoding_other',
  'base64 for URLs': '(encoding_base64)',
  'base64 in a form': 'encoding_decorated',
  'sha256= in front': 'encoding_decorated',
}

describe('a wrong signature of', () => {
  test.skipIf(isMissing('python3'))('Python is found by its mistake', () => {
    expect(firstCauses(signedBy('python3', 'sign.py'))).toEqual(PYTHON)
  })

  test.skipIf(isMissing('php'))('PHP is found by its mistake', () => {
    expect(firstCauses(signedBy('php', 'sign.php'))).toEqual(PHP)
  })

  test('a shell is found by its mistake', () => {
    const lines = outputOf('sh', [join(SIGNERS, 'sign.sh')])
      .trimEnd()
      .split('\n')
    const signatures = Object.fromEntries(lines.map((line) => line.split('\t')))
    expect(firstCauses(signatures as Record<string, string>)).toEqual(SHELL)
  })

  test('JavaScript or another provider is found by its mistake', () => {
    expect(firstCauses(signInJavaScript(REQUEST))).toEqual(JAVASCRIPT)
  })
})

/** How the body of a right webhook may have been saved. */
const KEPT: Record<string, [kept: string | Buffer, code: CauseCode]> = {
  'printed by Python': [pythonPrinted(REQUEST.body), 'body_printed'],
  'printed by Python, with a line end': [`${pythonPrinted(REQUEST.body)}\n`, 'body_printed'],
  'escaped with backslashes': [JSON.stringify(TEXT).slice(1, -1), 'body_backslashes'],
  'as a JSON string': [JSON.stringify(TEXT), 'body_encoded_twice'],
  'escaped for HTML': [escapedForHtml(TEXT), 'body_html_escaped'],
  'URL-encoded': [encodeURIComponent(TEXT), 'body_url_encoded'],
  'in base64': [`${REQUEST.body.toString('base64')}\n`, 'body_base64'],
  'in hexadecimal': [REQUEST.body.toString('hex'), 'body_hexadecimal'],
  'in UTF-16 by a shell of Windows': [
    Buffer.from(`\ufeff${TEXT}\r\n`, 'utf16le'),
    'body_mis_decoded',
  ],
  'in Latin-1 that was UTF-8': [REQUEST.body.toString('latin1'), 'body_mis_decoded'],
  'indented by an editor': [JSON.stringify(JSON.parse(TEXT), null, 4), 'body_white_space'],
  normalised: [TEXT.normalize('NFD'), 'body_unicode_form'],
}

describe('a right signature with a body that was changed when it was saved', () => {
  const right = sign(REQUEST.body, REQUEST.timestamp, REQUEST.secret)

  test.each(Object.entries(KEPT))('%s, is found', (_title, [kept, code]) => {
    const { isValid, causes } = diagnosisOf(right, Buffer.from(kept))
    expect(isValid).toBe(false)
    expect(causes[0]?.code).toBe(code)
  })
})

describe('what the doctor cannot find', () => {
  const toSign = Buffer.concat([REQUEST.body, Buffer.from(REQUEST.timestamp)])

  test.each([
    ['another secret', sign(REQUEST.body, REQUEST.timestamp, 'wasl_hmac_of_somebody_else')],
    ['no MAC at all', createHash('sha256').update('chance').digest('base64')],
  ])('such as %s ends with the bytes to sign and no claim', (_title, signature) => {
    const { causes, notes } = diagnosisOf(signature)
    expect(causes.map(({ code }) => code)).toEqual(['unknown'])
    expect(notes).toEqual([])
    expect(causes[0]?.remedy).toContain(`The bytes to sign are ${toSign.length}`)
    expect(causes[0]?.remedy).toContain(createHash('sha256').update(toSign).digest('hex'))
  })

  test('is searched for within a limit, however large the body is', () => {
    const large = Buffer.from(JSON.stringify({ event: 'payment.success', data: 'ب'.repeat(2e5) }))
    const signature = sign(large, REQUEST.timestamp, 'wasl_hmac_of_somebody_else')
    expect(diagnosisOf(signature, large).causes[0]?.code).toBe('unknown')
    const first = createHmac('sha256', REQUEST.secret)
      .update(REQUEST.timestamp)
      .update(large)
      .digest('hex')
    expect(diagnosisOf(first, large).causes[0]?.code).toBe('order_timestamp_first')
  })
})
