/** The orders in which body and timestamp may have been signed, and what may be between them. */
import { hash } from 'node:crypto'
import { cause, type Cause } from './causes.ts'

export type Material = {
  build: (body: Buffer, timestamp: string) => Buffer
  causes: Cause[]
  /** Combined with few other mistakes. */
  isRare?: boolean
}

export type Timestamp = {
  text: string
  causes: Cause[]
  /** Combined with few other mistakes. */
  isRare?: boolean
}

export const RIGHT =
  'Sign the bytes of the body, then the ten digits of X-Timestamp, with nothing between them (D13).'

const DELIMITERS = ['.', ':', ',', '|', ';', '&', '-', '_', '/', ' ', '\0', '\t'] as const

/** The right one comes first and has no cause. */
export const materialsOf = (eventId: string | undefined): Material[] => [
  { build: (body, at) => Buffer.concat([body, Buffer.from(at)]), causes: [] },
  { build: (body, at) => Buffer.concat([Buffer.from(at), body]), causes: [timestampFirst] },
  { build: (body) => body, causes: [noTimestamp] },
  { build: (_body, at) => Buffer.from(at), causes: [noBody] },
  ...DELIMITERS.flatMap((delimiter): Material[] => [
    {
      build: (body, at) => Buffer.concat([body, Buffer.from(delimiter + at)]),
      causes: [delimited(delimiter)],
    },
    timestampFirstWith(delimiter),
  ]),
  // For a newline after the body, see body-variants.ts.
  timestampFirstWith('\n'),
  ...['\n', '\r\n'].map((end): Material => ({
    build: (body, at) => Buffer.concat([body, Buffer.from(at + end)]),
    causes: [newlineAtEnd],
  })),
  { build: () => Buffer.alloc(0), causes: [nothing] },
  { build: (body, at) => Buffer.concat([Buffer.from(at), body, Buffer.from(at)]), causes: [twice] },
  { build: (body, at) => Buffer.concat([body, Buffer.from(at + at)]), causes: [twice] },
  { build: (body, at) => Buffer.concat([body, body, Buffer.from(at)]), causes: [twice] },
  ...digests(),
  ...(eventId === undefined ? [] : withEventId(eventId)),
]

const timestampFirstWith = (delimiter: string): Material => ({
  build: (body, at) => Buffer.concat([Buffer.from(at + delimiter), body]),
  causes: [timestampFirst, delimited(delimiter)],
})

const digests = (): Material[] =>
  (['hex', 'base64'] as const).flatMap((encoding): Material[] => {
    const digestOf = (body: Buffer): string => hash('sha256', body, encoding)
    return [
      {
        build: (body, at) => Buffer.from(`${digestOf(body)}.${at}`),
        causes: [bodyDigest],
      },
      {
        build: (body, at) => Buffer.from(`${at}.${digestOf(body)}`),
        causes: [bodyDigest],
      },
      { build: (body, at) => Buffer.from(digestOf(body) + at), causes: [bodyDigest] },
      { build: (body, at) => Buffer.from(at + digestOf(body)), causes: [bodyDigest] },
      { build: (body) => Buffer.from(digestOf(body)), causes: [bodyDigest, noTimestamp] },
    ]
  })

/** The timestamp as the bytes of a number. */
const packed = (seconds: number): Buffer[] => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64BE(BigInt(seconds))
  const swapped = Buffer.from(bytes).swap64()
  return [bytes, bytes.subarray(4), swapped, swapped.subarray(0, 4)]
}

export const packedTimestamps = (header: string): Material[] =>
  /^[0-9]{9,10}$/.test(header)
    ? packed(Number(header)).map((bytes) => ({
        build: (body) => Buffer.concat([body, bytes]),
        causes: [writtenOtherwise],
        isRare: true,
      }))
    : []

const withEventId = (eventId: string): Material[] =>
  ['.', '', ':'].flatMap((delimiter): Material[] => [
    {
      build: (body, at) => Buffer.concat([Buffer.from(eventId + delimiter + at + delimiter), body]),
      causes: [eventIdSigned],
    },
    {
      build: (body, at) => Buffer.concat([body, Buffer.from(delimiter + at + delimiter + eventId)]),
      causes: [eventIdSigned],
    },
  ])

/** The texts that may stand for the timestamp; the header's own text comes first. */
export const timestampsOf = (header: string): Timestamp[] => {
  if (!/^[0-9]{9,14}$/.test(header)) return [{ text: header, causes: [] }]
  const seconds = header.length > 11 ? Math.floor(Number(header) / 1000) : Number(header)
  const at = new Date(seconds * 1000)
  return [
    { text: header, causes: [] },
    ...[
      `${seconds}.0`,
      `"${seconds}"`,
      `0${seconds}`,
      at.toISOString(),
      at.toISOString().replace('.000Z', 'Z'),
      at.toISOString().replace('.000Z', '+00:00'),
      at.toISOString().replace('T', ' ').replace('.000Z', ''),
      at.toUTCString(),
      `${seconds} `,
      seconds.toString(16),
      `b'${seconds}'`,
      String(seconds * 1000),
    ].map((text) => ({ text, causes: [writtenOtherwise] })),
    ...(header.length > 11 ? [{ text: String(seconds), causes: [milliseconds] }] : []),
  ]
}

/** The thousand timestamps in milliseconds of one second. */
export const millisecondsOf = (header: string): Timestamp[] =>
  /^[0-9]{10}$/.test(header)
    ? Array.from({ length: 1000 }, (_, index) => String(index).padStart(3, '0')).flatMap((ms) => [
        { text: header + ms, causes: [milliseconds], isRare: true },
        { text: `${header}.${ms}`, causes: [writtenOtherwise], isRare: true },
      ])
    : []

export const milliseconds = cause(
  'timestamp_milliseconds',
  'The timestamp is in milliseconds.',
  'X-Timestamp is in seconds, ten digits: Math.floor(Date.now() / 1000), time() or int(time.time()).',
)

const writtenOtherwise = cause(
  'timestamp_written_otherwise',
  'The timestamp was signed in another form than in the header.',
  'Take the text of the header X-Timestamp as it came; do not parse and format it.',
)

const timestampFirst = cause(
  'order_timestamp_first',
  'The timestamp was put before the body. (Stripe and others do; Wasl puts it after.)',
  RIGHT,
)

const delimited = (delimiter: string): Cause =>
  cause(
    'order_delimiter',
    `There is ${JSON.stringify(delimiter)} between body and timestamp; there must be nothing.`,
    RIGHT,
  )

const newlineAtEnd = cause(
  'order_newline_at_end',
  'A newline after the timestamp was signed.',
  `"echo" adds one: use printf '%s' in a shell. ${RIGHT}`,
)

const nothing = cause(
  'order_nothing',
  'Nothing was signed: neither the body nor the timestamp reached the HMAC.',
  `Check whether both are empty there, and whether update() is called before digest(). ${RIGHT}`,
)

const twice = cause('order_repeated', 'The body or the timestamp was signed twice.', RIGHT)

const noTimestamp = cause('order_no_timestamp', 'The timestamp was left out.', RIGHT)

const noBody = cause(
  'order_no_body',
  'Only the timestamp was signed: the body was left out, or was empty because something read it before.',
  RIGHT,
)

const bodyDigest = cause(
  'order_body_digest',
  'A digest of the body was signed instead of the body.',
  RIGHT,
)

const eventIdSigned = cause(
  'order_event_id',
  'X-Event-Id was signed too, as in Standard Webhooks. Here it is not signed.',
  RIGHT,
)
