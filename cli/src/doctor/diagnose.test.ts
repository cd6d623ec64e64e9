/** The doctor finds every planted mistake, with property tests. */
import { createHmac, hash } from 'node:crypto'
import { sign } from '@wasl/protocol'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { diagnose, type Diagnosis, type WebhookToCheck } from './diagnose.ts'

const escaped = (character: string): string => {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

const HMAC_SECRET = 'wasl_hmac_u7Zk3QeVbT5xN1mYc8RfGh2LpWs9DjXa4KoEiUt6BvM'
const API_SECRET = 'wasl_sec_Q1w2E3r4T5y6U7i8O9p0AsDfGhJkLzXcVbNmQwErTyU'
const NOW = 1_795_000_000

const EVENT = {
  event: 'payment.success',
  data: {
    reference: 'فاتورة/2026 <01>',
    paymentId: '019ab1c2-7c00-7abc-8def-0123000003e9',
    channel: 'AGENCY',
    amount: 5490,
    currency: 'DZD',
    paidAt: '2026-11-21T09:00:00.000Z',
  },
}
const WIRE = JSON.stringify(EVENT)

const bytes = (text: string): Buffer => Buffer.from(text)

const right = (body: Uint8Array = bytes(WIRE), timestamp = String(NOW)): WebhookToCheck => ({
  body,
  timestamp,
  signature: sign(body, timestamp, HMAC_SECRET),
  hmacSecrets: [HMAC_SECRET],
  apiSecrets: [API_SECRET],
  nowSeconds: NOW,
})

const codes = ({ causes }: Diagnosis): string[] => causes.map(({ code }) => code).toSorted()

/** Events as the platform writes them, with any references. */
const events = fc
  .record({
    reference: fc.oneof(
      fc.constantFrom('INV-1', 'ECOLE/2026/T1', 'فاتورة ٢٠٢٦', 'Facture n° 7 & <été>', '發票'),
      fc
        .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
        // The sign of a body that was decoded wrongly.
        .filter((reference) => !reference.includes('\ufffd')),
    ),
    amount: fc.integer({ min: 1, max: 999_999_999_999 }).map((centimes) => centimes / 100),
    channel: fc.constantFrom('AGENCY', 'DELIVERY', 'MARKETPLACE'),
  })
  .map((data) => ({ event: EVENT.event, data: Object.assign({}, EVENT.data, data) }))

const check = (
  distort: (event: typeof EVENT, wire: string) => Partial<WebhookToCheck>,
  expected: string | ((event: typeof EVENT) => string[]),
  runs = 6,
): void => {
  fc.assert(
    fc.property(events, (event) => {
      const wire = JSON.stringify(event)
      const found = diagnose({ ...right(bytes(wire)), ...distort(event, wire) })
      expect(found.isValid).toBe(false)
      expect(codes(found)).toEqual(typeof expected === 'string' ? [expected] : expected(event))
    }),
    { numRuns: runs },
  )
}

describe('a right signature', () => {
  test('is valid and has no cause', () => {
    fc.assert(
      fc.property(events, (event) => {
        const found = diagnose(right(bytes(JSON.stringify(event))))
        expect(found).toMatchObject({ isValid: true, causes: [], notes: [] })
      }),
      { numRuns: 10 },
    )
  })

  test.each([
    [
      'upper-case hexadecimal',
      'encoding_upper_case',
      (mac: Buffer) => mac.toString('hex').toUpperCase(),
    ],
    ['base64', 'encoding_base64', (mac: Buffer) => mac.toString('base64')],
    [
      'base64 without padding',
      'encoding_base64',
      (mac: Buffer) => mac.toString('base64').slice(0, -1),
    ],
    ['base64 for URLs', 'encoding_base64', (mac: Buffer) => mac.toString('base64url')],
  ] as const)('in %s is accepted with a note', (_title, code, write) => {
    const signature = write(Buffer.from(right().signature, 'hex'))
    const found = diagnose({ ...right(), signature })
    expect(found.isValid).toBe(true)
    expect(found.notes.map((note) => note.code)).toEqual([code])
  })

  test('is valid with any of several secrets', () => {
    expect(diagnose({ ...right(), hmacSecrets: ['another', HMAC_SECRET] }).isValid).toBe(true)
  })
})

describe('another body than the signed one', () => {
  const given = (write: (wire: string, event: typeof EVENT) => string) => {
    return (event: typeof EVENT, wire: string): Partial<WebhookToCheck> => ({
      body: bytes(write(wire, event)),
    })
  }
  const pretty = (indent: string | number) => (_wire: string, event: typeof EVENT) =>
    JSON.stringify(event, null, indent)

  test.each([
    ['a newline at its end', 'body_trailing_newline', given((wire) => `${wire}\n`)],
    ['CRLF at its end', 'body_trailing_newline', given((wire) => `${wire}\r\n`)],
    ['a byte order mark', 'body_byte_order_mark', given((wire) => `\ufeff${wire}`)],
    ['an indent of 2', 'body_white_space', given(pretty(2))],
    ['an indent of 4', 'body_white_space', given(pretty(4))],
    ['tabs', 'body_white_space', given(pretty('\t'))],
    ['JSON in JSON', 'body_encoded_twice', given((wire) => JSON.stringify(wire))],
    ['nothing in it', 'body_empty', given(() => '')],
    ['[object Object] in it', 'body_object_as_text', given(() => '[object Object]')],
    ['its end missing', 'body_not_json', given((wire) => wire.slice(0, -3))],
  ])('with %s is found', (_title, code, distort) => {
    check(distort, (event) => {
      const isCrlf = /CRLF/.test(_title)
      void event
      return isCrlf ? ['body_line_endings', code] : [code]
    })
  })

  test('is found when the keys are in another order', () => {
    check(
      (event) => ({ body: bytes(JSON.stringify({ data: event.data, event: event.event })) }),
      'body_key_order',
    )
    check((event) => {
      const { reference, ...rest } = event.data
      return { body: bytes(JSON.stringify({ event: event.event, data: { ...rest, reference } })) }
    }, 'body_key_order')
  })

  test('is found by white space and escapes when Python wrote it', () => {
    const python = (event: typeof EVENT): string =>
      JSON.stringify(event)
        .replaceAll(/[\u0080-\uffff]/g, escaped)
        .replace('{"event":', '{"event": ')
        .replace(',"data":{"reference":', ', "data": {"reference": ')
        .replace(
          /,"paymentId":"([^"]*)","channel":"(\w+)","amount":([^,]+),"currency":"DZD","paidAt":/,
          ', "paymentId": "$1", "channel": "$2", "amount": $3, "currency": "DZD", "paidAt": ',
        )
    check(
      (event) => ({ body: bytes(python(event)) }),
      (event) => [
        ...(/[\u0080-\uffff]/.test(event.data.reference) ? ['body_escaped_unicode'] : []),
        'body_white_space',
      ],
    )
  })

  test('is found by escaped letters and slashes when PHP wrote it', () => {
    const php = (wire: string): string =>
      wire.replaceAll(/[\u0080-\uffff]/g, escaped).replaceAll('/', String.raw`\/`)
    check(
      (_event, wire) =>
        php(wire) === wire ? { body: bytes(`${wire}\n`) } : { body: bytes(php(wire)) },
      (event) => {
        const { reference } = event.data
        const expected = [
          ...(reference.includes('/') ? ['body_escaped_slashes'] : []),
          ...(/[\u0080-\uffff]/.test(reference) ? ['body_escaped_unicode'] : []),
        ]
        return expected.length === 0 ? ['body_trailing_newline'] : expected
      },
    )
  })

  test('is found by the escaped < > and & when Go wrote it', () => {
    const go = JSON.stringify(EVENT).replaceAll(/[<>&]/g, escaped)
    expect(codes(diagnose({ ...right(), body: bytes(go) }))).toEqual(['body_escaped_characters'])
  })

  test('is found when it has 5490.0 for 5490', () => {
    for (const number of ['5490.0', '5490.00']) {
      const body = bytes(WIRE.replace(':5490,', `:${number},`))
      expect(codes(diagnose({ ...right(), body }))).toEqual(['body_number_format'])
    }
  })

  test('is found when it was read as Latin-1', () => {
    const body = bytes(bytes(WIRE).toString('latin1'))
    expect(codes(diagnose({ ...right(), body }))).toEqual(['body_mis_decoded'])
    const lost = bytes(
      bytes(WIRE)
        .toString('ascii')
        .replaceAll(/[^ -~]/g, '\ufffd'),
    )
    expect(codes(diagnose({ ...right(), body: lost }))).toEqual(['body_mis_decoded'])
  })

  test('is found too when the changed body was signed and the original is given', () => {
    for (const [signed, code] of [
      [`${WIRE}\n`, 'body_trailing_newline'],
      [JSON.stringify(EVENT, null, 2), 'body_white_space'],
      [JSON.stringify(EVENT.data), 'body_part'],
      ['', 'body_not_sent'],
      ['[object Object]', 'body_object_as_text'],
      [JSON.stringify(WIRE), 'body_encoded_twice'],
    ] as const) {
      const { signature } = right(bytes(signed))
      const found = codes(diagnose({ ...right(), signature }))
      expect(found).toEqual(signed === '' ? ['order_no_body'] : [code])
    }
  })
})

describe('a wrong secret', () => {
  test.each([
    ['the API secret', 'secret_api_secret', API_SECRET],
    ['a newline behind it', 'secret_white_space', `${HMAC_SECRET}\n`],
    ['a space in front', 'secret_white_space', ` ${HMAC_SECRET}`],
    ['quotes around it', 'secret_quotes', `"${HMAC_SECRET}"`],
    ['a comma behind it', 'secret_quotes', `${HMAC_SECRET},`],
    ['its variable in front', 'secret_prefix', `HMAC_SECRET=${HMAC_SECRET}`],
    ['lower case', 'secret_case', HMAC_SECRET.toLowerCase()],
  ])('with %s is found', (_title, code, secret) => {
    const made = sign(bytes(WIRE), String(NOW), secret)
    expect(codes(diagnose({ ...right(), signature: made }))).toEqual([code])
    // And the reverse: the given secret is wrong, and the signature is the platform's.
    // Nothing leads from these two to the right secret.
    if (code === 'secret_api_secret' || code === 'secret_case') return
    const found = diagnose({ ...right(), hmacSecrets: [secret], apiSecrets: [] })
    expect(codes(found)).toEqual([code])
  })

  test('gives the number and the hash of the bytes to sign when it cannot be found', () => {
    const found = diagnose({ ...right(), hmacSecrets: ['wasl_hmac_of_somebody_else'] })
    expect(codes(found)).toEqual(['unknown'])
  })

  test.each([
    ['decoded from base64', 'secret_decoded', Buffer.from(HMAC_SECRET, 'base64')],
    ['decoded without its prefix', 'secret_decoded', Buffer.from(HMAC_SECRET.slice(10), 'base64')],
    ['encoded as base64', 'secret_encoded', bytes(bytes(HMAC_SECRET).toString('base64'))],
    ['encoded as hexadecimal', 'secret_encoded', bytes(bytes(HMAC_SECRET).toString('hex'))],
    ['empty', 'secret_empty', Buffer.alloc(0)],
  ])('%s is found', (_title, code, key) => {
    const signature = createHmac('sha256', key).update(WIRE).update(String(NOW)).digest('hex')
    expect(codes(diagnose({ ...right(), signature }))).toEqual([code])
  })
})

describe('a signature that was made in another way', () => {
  const macOf = (material: string | Buffer, algorithm = 'sha256'): string =>
    createHmac(algorithm, HMAC_SECRET).update(material).digest('hex')
  const at = String(NOW)

  test.each([
    ['the timestamp first', ['order_timestamp_first'], macOf(at + WIRE)],
    ['a dot between', ['order_delimiter'], macOf(`${WIRE}.${at}`)],
    [
      'the timestamp first and a dot',
      ['order_delimiter', 'order_timestamp_first'],
      macOf(`${at}.${WIRE}`),
    ],
    ['a newline between', ['body_trailing_newline'], macOf(`${WIRE}\n${at}`)],
    ['no timestamp', ['order_no_timestamp'], macOf(WIRE)],
    ['the timestamp alone', ['order_no_body'], macOf(at)],
    ['the event id in it', ['order_event_id'], macOf(`evt-1.${at}.${WIRE}`)],
    ['a digest of the body', ['order_body_digest'], macOf(hash('sha256', WIRE) + at)],
    ['SHA-1', ['algorithm'], macOf(WIRE + at, 'sha1')],
    ['SHA-512', ['algorithm'], macOf(WIRE + at, 'sha512')],
    ['a plain hash', ['algorithm_no_key'], hash('sha256', WIRE + at)],
    ['a plain hash with the secret', ['algorithm'], hash('sha256', HMAC_SECRET + WIRE + at)],
    ['milliseconds', ['timestamp_milliseconds'], macOf(`${WIRE}${at}417`)],
    [
      'a time in words',
      ['timestamp_written_otherwise'],
      macOf(WIRE + new Date(NOW * 1000).toISOString()),
    ],
  ])('with %s is found', (_title, expected, signature) => {
    expect(codes(diagnose({ ...right(), eventId: 'evt-1', signature }))).toEqual(expected)
  })

  test('is found when it belongs to another attempt, however long ago', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 26 * 3600 }), fc.boolean(), (apart, later) => {
        const { signature } = right(bytes(WIRE), String(NOW + (later ? apart : -apart)))
        const found = diagnose({ ...right(), signature })
        expect(codes(found)).toEqual(['timestamp_other_attempt'])
        expect(found.causes[0]?.message).toContain(`${apart} s ${later ? 'later' : 'earlier'}`)
      }),
      { numRuns: 3 },
    )
  })

  const hex = right().signature
  test.each([
    ['base64 of the hexadecimal', 'encoding_twice', bytes(hex).toString('base64')],
    [
      'hexadecimal of the base64',
      'encoding_twice',
      bytes(Buffer.from(hex, 'hex').toString('base64')).toString('hex'),
    ],
    ['hexadecimal of the hexadecimal', 'encoding_twice', bytes(hex).toString('hex')],
    ['sha256= in front', 'encoding_decorated', `sha256=${hex}`],
    ['quotes', 'encoding_decorated', `"${hex}"`],
    ['white space', 'encoding_decorated', ` ${hex}\n`],
    ["another provider's form", 'encoding_decorated', `t=${NOW},v1=${hex}`],
    ['colons', 'encoding_decorated', hex.replaceAll(/(..)(?=.)/g, '$1:')],
    ['its end missing', 'encoding_truncated', hex.slice(0, 32)],
    ['nothing readable', 'encoding_malformed', 'ceci n’est pas une signature'],
    ['nothing', 'signature_missing', ''],
  ])('written with %s is found', (_title, code, signature) => {
    expect(codes(diagnose({ ...right(), signature }))).toEqual([code])
  })
})

describe('several mistakes at once', () => {
  test('are all named', () => {
    const pretty = bytes(JSON.stringify(EVENT, null, 2))
    const signature = createHmac('sha1', API_SECRET).update(`${NOW}.`).update(WIRE).digest('base64')
    const found = diagnose({ ...right(), signature, body: pretty })
    expect(codes(found)).toEqual([
      'algorithm',
      'body_white_space',
      'encoding_base64',
      'order_delimiter',
      'order_timestamp_first',
      'secret_api_secret',
    ])
  })
})

describe('the clock', () => {
  test.each([
    ['an old timestamp', 'clock_behind', 301],
    ['one from the future', 'clock_ahead', -301],
  ])('with %s is found beside a right signature', (_title, code, ageSeconds) => {
    expect(codes(diagnose({ ...right(), nowSeconds: NOW + ageSeconds }))).toEqual([code])
  })

  test('is right at the limit of the tolerance', () => {
    for (const age of [300, -300]) {
      expect(diagnose({ ...right(), nowSeconds: NOW + age }).isValid).toBe(true)
    }
  })

  test('is said to be in another time zone when it is wrong by whole hours', () => {
    const [found] = diagnose({ ...right(), nowSeconds: NOW + 3600 }).causes
    expect(found?.message).toContain('a time zone')
  })

  test('can be left out for old webhooks', () => {
    expect(diagnose({ ...right(bytes(WIRE), '1700000000'), nowSeconds: null }).isValid).toBe(true)
  })

  test.each([
    ['milliseconds', 'timestamp_milliseconds', `${NOW}123`],
    ['a date', 'timestamp_malformed', '2026-11-21T09:00:00Z'],
    ['nothing', 'timestamp_missing', ''],
  ])('with %s in the header is found', (_title, code, timestamp) => {
    const found = diagnose(right(bytes(WIRE), timestamp))
    expect(codes(found)).toEqual([code])
  })
})

describe('an unknown body', () => {
  test('may be another body, or the secret may be another one', () => {
    const body = bytes(WIRE.replace('5490', '549'))
    expect(codes(diagnose({ ...right(), body }))).toEqual(['unknown'])
    expect(codes(diagnose({ ...right(), body: bytes('{"b": 1, "a":2}') }))).toEqual(['unknown'])
  })

  test('gets an answer whatever its bytes, and the answer never shows a secret', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), fc.string(), fc.string(), (body, at, mac) => {
        const found = diagnose({ ...right(), body, timestamp: at, signature: mac })
        expect(found.isValid).toBe(false)
        expect(found.causes.length).toBeGreaterThan(0)
        for (const secret of [HMAC_SECRET, API_SECRET]) {
          expect(JSON.stringify(found)).not.toContain(secret)
        }
      }),
      { numRuns: 5 },
    )
  })
})
