/** Faults with the three headers. */
import { timingSafeEqual } from 'node:crypto'
import { ids } from './fault.ts'
import type { PartnerFault } from './fault.ts'
import { detailsOf, HONEST, secondsOff, signatureOf } from './honest.ts'
import { record, TOLERANCE_SECONDS } from './honest.ts'
import { REFERENCES } from './shop.ts'

const AUTHORISATION = [
  'missing',
  'empty',
  'wrong',
  'prefix',
  'no-scheme',
  'other-scheme',
  'placeholder',
  'other-secret',
]

const SIGNATURES = ids(
  'signature',
  'missing',
  'wrong-secret',
  'api-secret',
  'unkeyed',
  'truncated',
  'altered',
  'malformed',
  'other-body',
  'other-timestamp',
  'body-only',
)

const LOOKUP_AUTHORISATION = ids('lookup-authorization', ...AUTHORISATION)
const WEBHOOK_AUTHORISATION = ids('webhook-authorization', ...AUTHORISATION)

const both = (name: string): string[] => [
  `lookup-authorization-${name}`,
  `webhook-authorization-${name}`,
]

const opens = (isOpen: (header: string, secret: string) => boolean) => {
  const rule: typeof HONEST.opensLookup = (header = '', shop) =>
    shop.apiSecrets.some((secret) => isOpen(header, secret))
  return { opensLookup: rule, opensWebhook: rule }
}

const isFresh = (seconds: number): boolean => Math.abs(seconds) <= TOLERANCE_SECONDS

const withinAMinute = (timestamp = ''): boolean =>
  /^[0-9]{10}$/.test(timestamp) && Math.abs(secondsOff(timestamp)) <= 60

/** State that requests share by mistake. */
const computed = { last: '' }

export const HEADER_FAULTS: readonly PartnerFault[] = [
  {
    name: 'lookups need no secret',
    rules: { opensLookup: () => true },
    fails: [...LOOKUP_AUTHORISATION, 'lookup-authorization-tells-nothing'],
  },
  {
    name: 'the reference is looked up before the secret is compared',
    rules: { looksUpFirst: true },
    fails: [...LOOKUP_AUTHORISATION, 'lookup-authorization-tells-nothing'],
  },
  {
    name: 'webhooks need no secret',
    rules: { opensWebhook: () => true },
    fails: [...WEBHOOK_AUTHORISATION, 'trust-forged-success'],
  },
  {
    name: 'a part of the secret is enough',
    rules: opens((header, secret) => header.length > 20 && `Bearer ${secret}`.startsWith(header)),
    fails: both('prefix'),
  },
  {
    name: 'the header only has to contain the secret',
    rules: opens((header, secret) => header.includes(secret)),
    fails: [...both('prefix'), ...both('no-scheme'), ...both('other-scheme')],
  },
  {
    name: 'the secret is compared case-insensitively',
    rules: opens((header, secret) => header.toLowerCase() === `bearer ${secret}`.toLowerCase()),
    fails: both('wrong'),
  },
  {
    name: 'a missing secret becomes the word undefined',
    rules: opens((header, secret) => [`Bearer ${secret}`, 'Bearer undefined'].includes(header)),
    fails: both('placeholder'),
  },
  {
    name: 'an empty header passes',
    rules: opens((header, secret) => header === '' || header === `Bearer ${secret}`),
    fails: [...both('missing'), ...both('empty'), 'lookup-authorization-tells-nothing'],
  },
  {
    name: 'the HMAC secret is accepted as API secret',
    rules: {
      opensLookup: (header, shop) =>
        [...shop.apiSecrets, ...shop.hmacSecrets].some((secret) => header === `Bearer ${secret}`),
    },
    fails: ['lookup-authorization-other-secret'],
  },
  {
    name: 'only the newest API secret is valid',
    rules: opens((header, secret) => header === `Bearer ${secret}` && !secret.includes('old')),
    fails: ids('', 'lookup-rotated-api-secret', 'webhook-rotated-api-secret').map((id) =>
      id.slice(1),
    ),
  },
  {
    name: 'only the newest HMAC secret is valid',
    rules: {
      isSigned: (given, body, timestamp, shop) =>
        HONEST.isSigned(given, body, timestamp, {
          ...shop,
          hmacSecrets: shop.hmacSecrets.slice(0, 1),
        }),
    },
    fails: ['webhook-rotated-hmac-secret'],
  },
  {
    name: 'lookups need no timestamp',
    rules: { isFreshLookup: () => true },
    fails: ids('lookup-timestamp', 'missing', 'malformed', 'digits', 'fraction', 'stale', 'future'),
  },
  {
    name: 'the timestamp of a webhook is read with parseInt',
    rules: {
      isFreshWebhook: (timestamp = '') =>
        isFresh(secondsOff(String(Number.parseInt(timestamp, 10)))),
    },
    fails: ids('webhook-timestamp', 'malformed', 'digits', 'fraction'),
  },
  {
    name: 'the timestamp of a webhook may have a fraction',
    rules: {
      isFreshWebhook: (timestamp = '') =>
        /^[0-9]{10}(?:\.[0-9]+)?$/.test(timestamp) && isFresh(secondsOff(timestamp)),
    },
    fails: ['webhook-timestamp-fraction'],
  },
  {
    name: 'an old webhook is accepted',
    rules: { isFreshWebhook: (timestamp = '') => /^[0-9]{10}$/.test(timestamp) },
    fails: ['webhook-timestamp-stale', 'webhook-timestamp-future', 'trust-forged-success'],
  },
  {
    name: 'a webhook from the future is accepted',
    rules: {
      isFreshWebhook: (timestamp = '') =>
        /^[0-9]{10}$/.test(timestamp) && secondsOff(timestamp) >= -TOLERANCE_SECONDS,
    },
    fails: ['webhook-timestamp-future'],
  },
  {
    name: 'the tolerance is only one minute',
    rules: { isFreshLookup: withinAMinute, isFreshWebhook: withinAMinute },
    fails: ['lookup-timestamp-tolerance', 'webhook-timestamp-tolerance'],
  },
  {
    name: 'a scheme in lower case breaks the server',
    rules: {
      opensLookup: (header = '', shop) => {
        if (header.startsWith('bearer')) throw new TypeError('no such scheme')
        return HONEST.opensLookup(header, shop)
      },
    },
    fails: ['lookup-authorization-scheme-case'],
  },
  {
    name: 'a signature in upper case breaks the server',
    rules: {
      isSigned: (given = '', ...rest) => {
        if (/^[0-9A-F]{64}$/.test(given) && /[A-F]/.test(given)) throw new TypeError('no digits')
        return HONEST.isSigned(given, ...rest)
      },
    },
    fails: ['signature-upper-case'],
  },
  {
    name: 'a missing HMAC secret becomes the word None',
    rules: {
      isSigned: (given, body, timestamp, shop) =>
        HONEST.isSigned(given, body, timestamp, {
          ...shop,
          hmacSecrets: [...shop.hmacSecrets, 'None'],
        }),
    },
    fails: ['signature-wrong-secret'],
  },
  {
    name: 'the signature is not verified',
    rules: { isSigned: () => true },
    fails: [...SIGNATURES, 'trust-forged-success'],
  },
  {
    name: 'a webhook without a signature passes',
    rules: {
      isSigned: (given, ...rest) => given === undefined || HONEST.isSigned(given, ...rest),
    },
    fails: ['signature-missing', 'trust-forged-success'],
  },
  {
    name: 'the first digits of the signature are enough',
    rules: {
      isSigned: (given = '', body, timestamp, { hmacSecrets }) =>
        given !== '' &&
        hmacSecrets.some((secret) => signatureOf(body, timestamp, secret).startsWith(given)),
    },
    fails: ['signature-truncated'],
  },
  {
    name: 'a signature of another length breaks the comparison',
    rules: {
      isSigned: (given = '', body, timestamp, { hmacSecrets }) =>
        given !== '' &&
        hmacSecrets.some((secret) =>
          timingSafeEqual(Buffer.from(given), Buffer.from(signatureOf(body, timestamp, secret))),
        ),
    },
    fails: ids('signature', 'truncated', 'altered', 'malformed', 'base64'),
  },
  {
    name: 'the signature may be made with the API secret',
    rules: {
      isSigned: (given, body, timestamp, { apiSecrets, hmacSecrets }) =>
        [...apiSecrets, ...hmacSecrets].some(
          (secret) => given === signatureOf(body, timestamp, secret),
        ),
    },
    fails: ['signature-api-secret'],
  },
  {
    name: 'the timestamp is not verified',
    rules: {
      isSigned: (given, body, _timestamp, { hmacSecrets }) =>
        hmacSecrets.some((secret) => given === signatureOf(body, '', secret)),
    },
    fails: ['webhook-acknowledged', 'signature-body-only'],
  },
  {
    name: 'the timestamp is verified before the body',
    rules: {
      isSigned: (given, body, timestamp, { hmacSecrets }) =>
        hmacSecrets.some((secret) => given === signatureOf(timestamp, body.toString(), secret)),
    },
    fails: ['webhook-acknowledged'],
  },
  {
    name: 'digits after the body are read as the timestamp',
    rules: {
      isFreshWebhook: () => true,
      parse: (body) => HONEST.parse(Buffer.from(body.toString().replace(/[0-9]+$/, ''))),
    },
    fails: [
      ...ids('webhook-timestamp', 'missing', 'malformed', 'digits', 'fraction', 'stale', 'future'),
      'signature-shifted-digits',
      'trust-forged-success',
    ],
  },
  {
    name: 'a refusal shows the expected signature',
    rules: {
      isSigned: (given, body, timestamp, shop) => {
        const [secret = ''] = shop.hmacSecrets
        computed.last = signatureOf(body, timestamp, secret)
        return HONEST.isSigned(given, body, timestamp, shop)
      },
      write: (response, { status, value }, request) => {
        const isRefusal = status === 401 && request.method === 'POST'
        const told = { ...(value as object), errorMessage: `Expected ${computed.last}.` }
        void HONEST.write(response, { status, value: isRefusal ? told : value }, request)
      },
    },
    fails: ['answers-no-signature'],
  },
  {
    name: 'a refusal names the payer',
    rules: {
      detailsOf: (order) => ({ ...detailsOf(order), customer: { name: 'A. Benali' } }),
      write: (response, { status, value }, request) => {
        const isKnown = request.url?.endsWith(REFERENCES.payable) === true
        const told = { ...(value as object), errorMessage: 'Not for you, but for A. Benali.' }
        const reply = { status, value: status === 401 && isKnown ? told : value }
        void HONEST.write(response, reply, request)
      },
    },
    fails: ['lookup-authorization-tells-nothing'],
  },
  {
    name: 'the event is handled before it is verified',
    rules: {
      beforeVerifying: (body, shop) => {
        try {
          record(HONEST.parse(body), shop)
        } catch {
          // An invalid body is refused later.
        }
      },
    },
    fails: ['trust-forged-success'],
  },
]
