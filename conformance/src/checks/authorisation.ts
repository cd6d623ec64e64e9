/**
 * The API secret (section 5, rule 1): the partner rejects a request to its endpoints whose
 * Authorization header is missing or does not match, before it returns any data. Each case is a check
 * of both endpoints; lookups are tried with known and unknown references.
 */
import { randomBytes } from 'node:crypto'
import type { Check } from '../check.ts'
import type { Need } from '../check-info.ts'
import { failEvent } from '../event.ts'
import { clause } from '../expect/came.ts'
import { expectError, mismatch } from '../expect/lookup.ts'
import { each, passed } from '../finding.ts'
import type { Finding } from '../finding.ts'
import type { Credential } from '../request.ts'
import type { Session } from '../session.ts'
import { tellsNothingCheck } from './tells-nothing.ts'
import { FAIL_PAYS_NOTHING } from './webhook.ts'

type Case = {
  id: string
  /** Ends the sentence "… is refused". */
  what: string
  /** Null: no such header. */
  credentials: (session: Session) => (Credential | null)[]
  remedy: string
  needs?: readonly Need[]
}

const REFUSE =
  'Compare the whole header with "Bearer " and the API secret, before anything else is done, and answer ' +
  '401 with {"error":"UNAUTHORIZED","errorMessage":"…"} when it is not equal.'

const CASES: readonly Case[] = [
  {
    id: 'missing',
    what: 'without an Authorization header',
    credentials: () => [null],
    remedy: REFUSE,
  },
  {
    id: 'empty',
    what: 'with an empty Authorization header, or "Bearer" without a secret',
    credentials: () => [plain(''), plain('Bearer')],
    remedy: `An empty text must not count as equal to a secret that is not set. ${REFUSE}`,
  },
  {
    id: 'wrong',
    what: 'with a wrong secret, or the right one in other letters',
    credentials: ({ apiSecrets: [secret] }) => [
      plain(`Bearer ${randomBytes(24).toString('hex')}`),
      secretly(swapCase(secret), '<API_SECRET in the other case>'),
    ],
    remedy: REFUSE,
  },
  {
    id: 'prefix',
    what: 'with a part of the secret, or with more than it',
    credentials: ({ apiSecrets: [secret] }) => [
      secretly(secret.slice(0, -1), '<API_SECRET without its last character>'),
      secretly(secret.slice(0, Math.ceil(secret.length / 2)), '<the first half of API_SECRET>'),
      secretly(`${secret}0`, '<API_SECRET>0'),
    ],
    remedy: `Compare whole texts; do not ask whether one starts with, or holds, the other. ${REFUSE}`,
  },
  {
    id: 'no-scheme',
    what: 'with the secret alone, without "Bearer"',
    credentials: ({ apiSecrets: [secret] }) => [{ value: secret, shown: '<API_SECRET>' }],
    remedy: `The value is Bearer <API_SECRET>, not the secret alone. ${REFUSE}`,
  },
  {
    id: 'other-scheme',
    what: 'with another scheme than Bearer',
    credentials: ({ apiSecrets: [secret] }) => [
      { value: `Token ${secret}`, shown: 'Token <API_SECRET>' },
      {
        value: `Basic ${Buffer.from(`:${secret}`).toString('base64')}`,
        shown: 'Basic <API_SECRET in base64>',
      },
      { value: `Bearer${secret}`, shown: 'Bearer<API_SECRET>' },
    ],
    remedy: REFUSE,
  },
  {
    id: 'placeholder',
    what: 'with what a missing setting turns into, such as "Bearer undefined"',
    credentials: () =>
      ['undefined', 'null', 'None', 'false', 'NaN'].map((word) => plain(`Bearer ${word}`)),
    remedy: `Stop the start of your server when the API secret is not set. ${REFUSE}`,
  },
  {
    id: 'other-secret',
    what: 'with the HMAC secret in the place of the API secret',
    credentials: ({ hmacSecrets: [secret] }) => [
      { value: `Bearer ${encodeURIComponent(secret)}`, shown: 'Bearer <HMAC_SECRET>' },
    ],
    remedy: `The HMAC secret signs and is never sent: it must open nothing. ${REFUSE}`,
    // Over a network it would no longer be true that it is never sent.
    needs: ['server on this machine'],
  },
]

const common = { group: 'authorisation', needs: [] } as const

const lookupCheckOf = ({ id, what, credentials, remedy, needs = [] }: Case): Check => ({
  ...common,
  needs,
  id: `lookup-authorization-${id}`,
  title: `A lookup ${clause(what)} is refused with 401 UNAUTHORIZED, before any data is returned.`,
  section: 'sections 4.1, 5 (rule 1) and 7.1',
  calls: 'lookup',
  run: (session) =>
    each(credentials(session), (authorization) =>
      each(referencesOf(session), async (reference) => {
        const exchange = await session.lookup(reference, { authorization })
        const asked = `A lookup of ${JSON.stringify(reference)} ${sentAs(authorization)}`
        return expectError({ exchange, what: asked, remedy }, 401)
      }),
    ),
})

const webhookCheckOf = ({ id, what, credentials, remedy, needs = [] }: Case): Check => ({
  ...common,
  needs,
  id: `webhook-authorization-${id}`,
  title: `A webhook ${clause(what)} is refused with 401 UNAUTHORIZED, though its signature is right.`,
  section: 'sections 5 (rule 1) and 7.1',
  calls: 'webhook',
  run: (session) =>
    each(credentials(session), async (authorization) => {
      const exchange = await session.deliver(failEvent(session.subject()), { authorization })
      const asked = `A correctly signed webhook ${sentAs(authorization)}`
      return expectError({ exchange, what: asked, remedy }, 401)
    }),
})

/** All that were given, known to the partner and not. */
const referencesOf = ({ references, unknown }: Session): string[] => {
  const { payable, paid } = references
  return [payable, paid, unknown].filter((reference) => reference !== undefined)
}

const schemeCase = async (session: Session): Promise<Finding> => {
  const [secret] = session.apiSecrets
  const authorization = { value: `bearer ${secret}`, shown: 'bearer <API_SECRET>' }
  const exchange = await session.lookup(session.someReference, { authorization })
  const { answer } = exchange
  const usual = session.references.payable === undefined ? 404 : 200
  if (answer.ok && answer.status === usual) return passed(exchange, '"bearer" is accepted.')
  if (answer.ok && answer.status === 401)
    return passed(exchange, '"bearer" is refused, which is as good.')
  const what = 'A lookup with "bearer" in lower case'
  const remedy =
    'The platform sends "Bearer"; the scheme may be read in any case, or refused with 401.'
  return mismatch({ exchange, what, remedy }, `HTTP ${usual}, or HTTP 401 UNAUTHORIZED`)
}

export const authorisationChecks: readonly Check[] = [
  ...CASES.map(lookupCheckOf),
  ...CASES.map(webhookCheckOf),
  tellsNothingCheck,
  {
    ...common,
    id: 'lookup-authorization-scheme-case',
    title:
      'A lookup with "bearer" in lower case is answered or refused with 401, but breaks nothing.',
    section: 'section 5, W54',
    calls: 'lookup',
    after: [FAIL_PAYS_NOTHING],
    run: schemeCase,
  },
]

const sentAs = (authorization: Credential | null): string => {
  if (authorization === null) return 'without an Authorization header'
  return authorization.shown === ''
    ? 'with an empty Authorization header'
    : `with "Authorization: ${authorization.shown}"`
}

/** Holds nothing secret, so it is shown as it is. */
const plain = (value: string): Credential => ({ value, shown: value })

const secretly = (secret: string, name: string): Credential => ({
  value: `Bearer ${secret}`,
  shown: `Bearer ${name}`,
})

const swapCase = (text: string): string => {
  const swapped = text.replaceAll(/[a-z]/gi, (letter) => {
    const lower = letter.toLowerCase()
    return letter === lower ? letter.toUpperCase() : lower
  })
  // A secret without letters has no other case.
  return swapped === text ? `${text}x` : swapped
}
