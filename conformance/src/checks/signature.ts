/**
 * X-Signature (section 5, rule 2; D13): the HMAC-SHA256 of the body's bytes followed by X-Timestamp.
 * Whatever is not that is refused. What is sent is a `payment.fail`, which changes nothing even where
 * it is believed.
 */
import { createHash, createHmac } from 'node:crypto'
import { sign, unixSeconds } from '@wasl/protocol'
import type { Check } from '../check.ts'
import { bytesOf, failEvent } from '../event.ts'
import { expectEither, expectRefused } from '../expect/webhook.ts'
import { each } from '../finding.ts'
import type { Session } from '../session.ts'

/** What the signature of one webhook is made from. */
type Parts = { body: Buffer; timestamp: string; session: Session; right: string }

type Forgery = {
  what: string
  signature: string | null
  /** Sent in the place of the one that was signed. */
  body?: Uint8Array
  timestamp?: string
}

type Case = { id: string; title: string; forge: (parts: Parts) => Forgery[]; remedy: string }

const VERIFY =
  'Compute HMAC-SHA256 over the raw bytes of the body followed by X-Timestamp, with the HMAC secret, and ' +
  'compare all of it in constant time before you read the body.'

const CASES: readonly Case[] = [
  {
    id: 'missing',
    title: 'A webhook without X-Signature, or with an empty one, is refused.',
    forge: () => [
      { what: 'without X-Signature', signature: null },
      { what: 'with an empty X-Signature', signature: '' },
    ],
    remedy: 'A missing signature is a wrong one: refuse it before you compare anything.',
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
      // What a setting that is missing turns into.
      ...['undefined', 'null', 'None'].map((secret) => ({
        what: `signed with the word ${secret} as secret`,
        signature: sign(body, timestamp, secret),
      })),
    ],
    remedy: `${VERIFY} Do not start without a secret.`,
  },
  {
    id: 'api-secret',
    title: 'A webhook signed with the API secret is refused: it travels in every request.',
    forge: ({ body, timestamp, session }) => [
      {
        what: 'signed with the API secret',
        signature: sign(body, timestamp, session.apiSecrets[0]),
      },
    ],
    remedy: 'The key is the HMAC secret alone, which never travels.',
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
    remedy: 'Anybody can make a hash: use HMAC-SHA256 with the HMAC secret.',
  },
  {
    id: 'truncated',
    title: 'A webhook whose X-Signature is only a part of the right one is refused.',
    forge: ({ right }) =>
      [1, 32, 62, 63].map((length) => ({
        what: `with the first ${length} digits of the right X-Signature`,
        signature: right.slice(0, length),
      })),
    remedy:
      'Refuse a signature that does not have 64 digits before you compare: constant-time comparisons throw, or ' +
      'look at a part only, when the lengths differ.',
  },
  {
    id: 'altered',
    title:
      'A webhook whose X-Signature differs in one digit, or goes on behind the right one, is refused.',
    forge: ({ right }) => [
      { what: 'whose first digit of X-Signature is wrong', signature: altered(right, 0) },
      { what: 'whose last digit of X-Signature is wrong', signature: altered(right, 63) },
      { what: 'with two more digits behind X-Signature', signature: `${right}00` },
      {
        what: 'with the right X-Signature among others',
        signature: `${altered(right, 1)}, ${right}`,
      },
    ],
    remedy: VERIFY,
  },
  {
    id: 'malformed',
    title: 'A webhook whose X-Signature is no signature at all is refused, and breaks nothing.',
    forge: () => [
      { what: 'with 64 letters that are no hexadecimal digits', signature: 'z'.repeat(64) },
      { what: 'with 64 characters outside ASCII', signature: 'é'.repeat(64) },
      { what: 'with "undefined" as X-Signature', signature: 'undefined' },
      { what: 'with 64 zeros as X-Signature', signature: '0'.repeat(64) },
      { what: 'with an X-Signature of 4 000 characters', signature: 'ab'.repeat(2_000) },
    ],
    remedy:
      'Take only 64 hexadecimal digits as a signature: decoding and comparing what is something else ' +
      'throws in many languages.',
  },
  {
    id: 'other-body',
    title: 'A webhook whose body is not the one that was signed is refused.',
    forge: ({ body, right }) => [
      {
        what: 'whose body was changed after signing',
        signature: right,
        body: Buffer.from(body.toString('utf8').replace('cancelled', 'expired')),
      },
      {
        what: 'with a space behind the body that was signed',
        signature: right,
        body: concat(body, ' '),
      },
    ],
    remedy: VERIFY,
  },
  {
    id: 'other-timestamp',
    title: 'A webhook whose X-Timestamp is not the one that was signed is refused.',
    forge: ({ right, timestamp }) =>
      [1, 30].map((seconds) => ({
        what: `whose X-Timestamp was moved by ${seconds} s after signing`,
        signature: right,
        timestamp: String(Number(timestamp) - seconds),
      })),
    remedy: `The timestamp is part of what is signed. ${VERIFY}`,
  },
  {
    id: 'body-only',
    title: 'A webhook whose signature leaves out the timestamp, or the body, is refused.',
    forge: ({ body, timestamp, session }) => [
      { what: 'signed over the body alone', signature: hmac(session, body) },
      { what: 'signed over the timestamp alone', signature: hmac(session, timestamp) },
      { what: 'signed over nothing', signature: hmac(session, '') },
    ],
    remedy: `Without the timestamp a recorded webhook could be sent again for ever. ${VERIFY}`,
  },
  {
    id: 'shifted-digits',
    title: 'Digits moved from X-Timestamp into the body do not pass as signed.',
    forge: ({ body, timestamp, right }) =>
      [1, 4, 9].map((count) => ({
        what: `with ${count} digits of X-Timestamp moved to the end of the body`,
        signature: right,
        body: concat(body, timestamp.slice(0, count)),
        timestamp: timestamp.slice(count),
      })),
    remedy:
      'Nothing stands between body and timestamp in what is signed, so take a timestamp only when it has ' +
      'ten digits, and a body only when it is a JSON object with nothing behind it.',
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
      'A right signature in upper-case hexadecimal is acknowledged or refused, but breaks nothing.',
    section: 'D13, W54',
    run: async (session) => {
      const { body, timestamp, right } = partsOf(session)
      const exchange = await session.deliver(body, { timestamp, signature: right.toUpperCase() })
      const what = 'A webhook with the right signature in upper case'
      const remedy = 'The platform sends lower case; accept both, or refuse with 401.'
      return expectEither({ exchange, what, remedy }, 'Upper-case hexadecimal')
    },
  },
  {
    ...common,
    id: 'signature-base64',
    title: 'A right signature in base64 is acknowledged or refused, but breaks nothing.',
    section: 'D13, W54',
    run: async (session) => {
      const { body, timestamp, right } = partsOf(session)
      const signature = Buffer.from(right, 'hex').toString('base64')
      const exchange = await session.deliver(body, { timestamp, signature })
      const what = 'A webhook with the right signature in base64'
      const remedy = 'The platform sends hexadecimal; accept base64 too, or refuse it with 401.'
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
