/**
 * X-Signature (section 5, rule 2; D13): the HMAC-SHA256 of the raw body followed by X-Timestamp. The
 * partner refuses anything else. The event is a `payment.fail`, harmless even if the partner accepts it.
 */
import { createHash, createHmac } from 'node:crypto'
import { sign, unixSeconds } from '@wasl/protocol'
import type { Check } from '../check.ts'
import { bytesOf, failEvent } from '../event.ts'
import { expectEither, expectRefused } from '../expect/webhook.ts'
import { each } from '../finding.ts'
import type { Session } from '../session.ts'

/** The parts of a correct webhook; `right` is its signature. */
type Parts = { body: Buffer; timestamp: string; session: Session; right: string }

type Forgery = {
  what: string
  signature: string | null
  /** Sent instead of the signed one. */
  body?: Uint8Array
  timestamp?: string
}

type Case = { id: string; title: string; forge: (parts: Parts) => Forgery[]; remedy: string }

const VERIFY =
  'Compute HMAC-SHA256 over the raw bytes of the body followed by X-Timestamp, with the HMAC secret. Compare ' +
  'the whole signature in constant time before you parse the body.'

const CASES: readonly Case[] = [
  {
    id: 'missing',
    title: 'A webhook without X-Signature, or with an empty one, is refused.',
    forge: () => [
      { what: 'without X-Signature', signature: null },
      { what: 'with an empty X-Signature', signature: '' },
    ],
    remedy: 'Refuse a request without a signature before you compare anything.',
  },
  {
    id: 'wrong-secret',
    title: 'A webhook signed with another secret is refused.',
    forge: ({ body, timestamp }) => [
      {
        what: 'signed with another secret',
        signature: sign(body, timestamp, 'not-the-hmac-secret'),
      },
      { what: 'signed with an empty secret', signature: sign(body, timestamp, '') },
      // The text of a missing setting.
      ...['undefined', 'null', 'None'].map((secret) => ({
        what: `signed with the word ${secret} as secret`,
        signature: sign(body, timestamp, secret),
      })),
    ],
    remedy: `${VERIFY} Do not start without a secret.`,
  },
  {
    id: 'api-secret',
    title: 'A webhook signed with the API secret is refused: every request carries that secret.',
    forge: ({ body, timestamp, session }) => [
      {
        what: 'signed with the API secret',
        signature: sign(body, timestamp, session.apiSecrets[0]),
      },
    ],
    remedy: 'The only key is the HMAC secret, which is never sent.',
  },
  {
    id: 'unkeyed',
    title: 'A webhook whose X-Signature is a hash without a key is refused.',
    forge: ({ body, timestamp }) => [
      {
        what: 'with a plain SHA-256 as X-Signature',
        signature: createHash('sha256').update(body).update(timestamp).digest('hex'),
      },
    ],
    remedy: 'Anybody can compute a hash: use HMAC-SHA256 with the HMAC secret.',
  },
  {
    id: 'truncated',
    title: 'A webhook with only a part of the correct X-Signature is refused.',
    forge: ({ right }) =>
      [1, 32, 62, 63].map((length) => ({
        what: `with the first ${length} digits of the correct X-Signature`,
        signature: right.slice(0, length),
      })),
    remedy:
      'Refuse a signature without exactly 64 digits before you compare: when the lengths differ, constant-time ' +
      'comparisons throw or compare only a part.',
  },
  {
    id: 'altered',
    title: 'A webhook whose X-Signature differs in one digit, or has extra digits, is refused.',
    forge: ({ right }) => [
      { what: 'whose first digit of X-Signature is wrong', signature: altered(right, 0) },
      { what: 'whose last digit of X-Signature is wrong', signature: altered(right, 63) },
      { what: 'with two extra digits after X-Signature', signature: `${right}00` },
      {
        what: 'with a list that contains the correct X-Signature',
        signature: `${altered(right, 1)}, ${right}`,
      },
    ],
    remedy: VERIFY,
  },
  {
    id: 'malformed',
    title: 'A webhook whose X-Signature is malformed is refused without an internal error.',
    forge: () => [
      { what: 'with 64 letters that are not hexadecimal digits', signature: 'z'.repeat(64) },
      { what: 'with 64 characters outside ASCII', signature: 'é'.repeat(64) },
      { what: 'with "undefined" as X-Signature', signature: 'undefined' },
      { what: 'with 64 zeros as X-Signature', signature: '0'.repeat(64) },
      { what: 'with an X-Signature of 4 000 characters', signature: 'ab'.repeat(2_000) },
    ],
    remedy:
      'Accept only 64 hexadecimal digits as a signature: in many languages, decoding or comparing anything ' +
      'else throws.',
  },
  {
    id: 'other-body',
    title: 'A webhook whose body differs from the signed one is refused.',
    forge: ({ body, right }) => [
      {
        what: 'whose body was changed after signing',
        signature: right,
        body: Buffer.from(body.toString('utf8').replace('cancelled', 'expired')),
      },
      {
        what: 'with a space after the signed body',
        signature: right,
        body: concat(body, ' '),
      },
    ],
    remedy: VERIFY,
  },
  {
    id: 'other-timestamp',
    title: 'A webhook whose X-Timestamp differs from the signed one is refused.',
    forge: ({ right, timestamp }) =>
      [1, 30].map((seconds) => ({
        what: `whose X-Timestamp was changed by ${seconds} s after signing`,
        signature: right,
        timestamp: String(Number(timestamp) - seconds),
      })),
    remedy: `The signature covers the timestamp. ${VERIFY}`,
  },
  {
    id: 'body-only',
    title: 'A webhook whose signature omits the timestamp or the body is refused.',
    forge: ({ body, timestamp, session }) => [
      { what: 'signed over the body alone', signature: hmac(session, body) },
      { what: 'signed over the timestamp alone', signature: hmac(session, timestamp) },
      { what: 'signed over nothing', signature: hmac(session, '') },
    ],
    remedy: `Without the timestamp, a recorded webhook could be replayed for ever. ${VERIFY}`,
  },
  {
    id: 'shifted-digits',
    title: 'A webhook with digits moved from X-Timestamp into the body is refused.',
    forge: ({ body, timestamp, right }) =>
      [1, 4, 9].map((count) => ({
        what: `with ${count} digits of X-Timestamp moved to the end of the body`,
        signature: right,
        body: concat(body, timestamp.slice(0, count)),
        timestamp: timestamp.slice(count),
      })),
    remedy:
      'The signing input has no separator between body and timestamp. So accept only a timestamp of ten ' +
      'digits, and only a body that is one JSON object and nothing else.',
  },
]

const common = {
  section: 'section 5 (rule 2), D13',
  group: 'signature',
  needs: [],
  calls: 'webhook',
} as const

const checkOf = ({ id, title, forge, remedy }: Case): Check => ({
  ...common,
  id: `signature-${id}`,
  title,
  run: (session) => {
    const parts = partsOf(session)
    return each(forge(parts), async ({ what, signature, body, timestamp }) => {
      const exchange = await session.deliver(body ?? parts.body, {
        timestamp: timestamp ?? parts.timestamp,
        signature,
      })
      return expectRefused({ exchange, what: `A webhook ${what}`, remedy })
    })
  },
})

export const signatureChecks: readonly Check[] = [
  ...CASES.map(checkOf),
  {
    ...common,
    id: 'signature-upper-case',
    title:
      'A correct signature in upper-case hexadecimal is acknowledged or refused, without an internal error.',
    section: 'D13, W54',
    run: async (session) => {
      const { body, timestamp, right } = partsOf(session)
      const exchange = await session.deliver(body, { timestamp, signature: right.toUpperCase() })
      const what = 'A webhook with the correct signature in upper case'
      const remedy = 'The platform sends lower case. Accept both, or refuse upper case with 401.'
      return expectEither({ exchange, what, remedy }, 'Upper-case hexadecimal')
    },
  },
  {
    ...common,
    id: 'signature-base64',
    title: 'A correct signature in base64 is acknowledged or refused, without an internal error.',
    section: 'D13, W54',
    run: async (session) => {
      const { body, timestamp, right } = partsOf(session)
      const signature = Buffer.from(right, 'hex').toString('base64')
      const exchange = await session.deliver(body, { timestamp, signature })
      const what = 'A webhook with the correct signature in base64'
      const remedy = 'The platform sends hexadecimal. Accept base64 too, or refuse it with 401.'
      return expectEither({ exchange, what, remedy }, 'base64')
    },
  },
]

const partsOf = (session: Session): Parts => {
  const body = bytesOf(failEvent(session.subject()))
  const timestamp = String(unixSeconds(new Date()))
  return { body, timestamp, session, right: session.signatureOf(body, timestamp) }
}

const altered = (signature: string, index: number): string => {
  const digit = signature[index] === '0' ? '1' : '0'
  return signature.slice(0, index) + digit + signature.slice(index + 1)
}

const concat = (body: Buffer, text: string): Buffer => Buffer.concat([body, Buffer.from(text)])

const hmac = ({ hmacSecrets }: Session, input: string | Buffer): string =>
  createHmac('sha256', hmacSecrets[0]).update(input).digest('hex')
