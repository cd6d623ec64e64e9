/** In what order, and with what between them, body and timestamp may have been signed. */
import { hash } from 'node:crypto'
import { cause, type Cause } from './causes.ts'

export type Material = {
  build: (body: Buffer, timestamp: string) => Buffer
  causes: Cause[]
}

export type Timestamp = { text: string; causes: Cause[] }

const RIGHT =
  'Sign the bytes of the body, then the ten digits of X-Timestamp, with nothing between (D13).'

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
  // A newline behind the body is a mistake of the body's: see body-variants.ts.
  timestampFirstWith('\n'),
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
      { build: (body, at) => Buffer.from(digestOf(body) + at), causes: [bodyDigest] },
      { build: (body, at) => Buffer.from(at + digestOf(body)), causes: [bodyDigest] },
      { build: (body) => Buffer.from(digestOf(body)), causes: [bodyDigest, noTimestamp] },
    ]
  })

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

/** What may stand for the timestamp; the header's own text comes first. */
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
      at.toUTCString(),
    ].map((text) => ({ text, causes: [writtenOtherwise] })),
    ...(header.length > 11 ? [{ text: String(seconds), causes: [milliseconds] }] : []),
  ]
}

/** The thousand moments in milliseconds that a timestamp in seconds may stand for. */
export const millisecondsOf = (header: string): Timestamp[] =>
  /^[0-9]{10}$/.test(header)
    ? Array.from({ length: 1000 }, (_, index) => ({
        text: header + String(index).padStart(3, '0'),
        causes: [milliseconds],
      }))
    : []

export const milliseconds = cause(
  'timestamp_milliseconds',
  'The timestamp is in milliseconds.',
  'X-Timestamp is in seconds, ten digits: Math.floor(Date.now() / 1000), time() or int(time.time()).',
)

const writtenOtherwise = cause(
  'timestamp_written_otherwise',
  'The timestamp was signed in another form than the header has it.',
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
    `There is ${JSON.stringify(delimiter)} between body and timestamp; nothing belongs there.`,
    RIGHT,
  )

const noTimestamp = cause('order_no_timestamp', 'The timestamp was left out.', RIGHT)

const noBody = cause(
  'order_no_body',
  'The body was left out: the timestamp alone was signed.',
  RIGHT,
)

const bodyDigest = cause(
  'order_body_digest',
  'A digest of the body was signed instead of the body.',
  RIGHT,
)

const eventIdSigned = cause(
  'order_event_id',
  'X-Event-Id was signed too, as Standard Webhooks does. Here it is not part of it.',
  RIGHT,
)
