/**
 * The API secret (section 5, rule 1): before it returns any data, the partner rejects a request whose
 * Authorization header is missing or wrong. Each case is one check for each endpoint. Lookups use known
 * and unknown references.
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
  'Before anything else, compare the whole header with "Bearer " and the API secret. When they differ, ' +
  'answer 401 with {"error":"UNAUTHORIZED","errorMessage":"…"}.'

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
    remedy: `An empty header must not match a secret that is not set. ${REFUSE}`,
  },
  {
    id: 'wrong',
    what: 'with a wrong secret, or with the API secret in the wrong case',
    credentials: ({ apiSecrets: [secret] }) => [
      plain(`Bearer ${randomBytes(24).toString('hex')}`),
      secretly(swapCase(secret), '<API_SECRET in the other case>'),
    ],
    remedy: REFUSE,
  },
  {
    id: 'prefix',
    what: 'with a part of the secret, or with extra characters',
    credentials: ({ apiSecrets: [secret] }) => [
      secretly(secret.slice(0, -1), '<API_SECRET without its last character>'),
      secretly(secret.slice(0, Math.ceil(secret.length / 2)), '<the first half of API_SECRET>'),
      secretly(`${secret}0`, '<API_SECRET>0'),
    ],
    remedy: `Compare the whole texts, not whether one starts with or contains the other. ${REFUSE}`,
  },
  {
    id: 'no-scheme',
    what: 'with the secret alone, without "Bearer"',
    credentials: ({ apiSecrets: [secret] }) => [{ value: secret, shown: '<API_SECRET>' }],
    remedy: `The expected value is Bearer <API_SECRET>. ${REFUSE}`,
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
    what: 'with the text of a missing setting, such as "Bearer undefined"',
    credentials: () =>
      ['undefined', 'null', 'None', 'false', 'NaN'].map((word) => plain(`Bearer ${word}`)),
    remedy: `Do not start your server without an API secret. ${REFUSE}`,
  },
  {
    id: 'other-secret',
    what: 'with the HMAC secret instead of the API secret',
    credentials: ({ hmacSecrets: [secret] }) => [
      { value: `Bearer ${encodeURIComponent(secret)}`, shown: 'Bearer <HMAC_SECRET>' },
    ],
    remedy: `The HMAC secret only signs and is never sent. ${REFUSE}`,
    // This check sends it, so it must not go over a network.
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
  title: `A webhook ${clause(what)} is refused with 401 UNAUTHORIZED, though its signature is correct.`,
  section: 'sections 5 (rule 1) and 7.1',
  calls: 'webhook',
  run: (session) =>
    each(credentials(session), async (authorization) => {
      const exchange = await session.deliver(failEvent(session.subject()), { authorization })
      const asked = `A correctly signed webhook ${sentAs(authorization)}`
      return expectError({ exchange, what: asked, remedy }, 401)
    }),
})

/** The given references and an unknown one. */
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
    return passed(exchange, '"bearer" is refused, which is also correct.')
  const what = 'A lookup with "bearer" in lower case'
  const remedy =
    'The platform sends "Bearer". Accept the scheme in any case, or refuse it with 401.'
  return mismatch({ exchange, what, remedy }, `HTTP ${usual}, or HTTP 401 UNAUTHORIZED`)
}

export const authorisationChecks: readonly Check[] = [
  ...CASES.map(lookupCheckOf),
  ...CASES.map(webhookCheckOf),
  tellsNothingCheck,
  {
    ...common,
    id: 'lookup-authorization-scheme-case',
    title: 'A lookup with "bearer" in lower case is answered, or refused with 401.',
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

/** Contains no secret: the report shows it unchanged. */
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
  // Swapping the case does not change a secret without letters.
  return swapped === text ? `${text}x` : swapped
}
