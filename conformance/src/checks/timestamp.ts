/** X-Timestamp (section 5): Unix seconds in ten digits (D3), at most 300 s ahead or behind (D13). */
import { TOLERANCE_SECONDS, unixSeconds } from '@wasl/protocol'
import type { Check } from '../check.ts'
import { clockWarning } from '../clock.ts'
import { failEvent } from '../event.ts'
import { clause } from '../expect/came.ts'
import { expectPayable, expectError, expectTimestampRefused } from '../expect/lookup.ts'
import { expectAcknowledged, expectRefused } from '../expect/webhook.ts'
import { each } from '../finding.ts'
import type { Finding } from '../finding.ts'
import type { Session } from '../session.ts'
import { LOOKUP_PAYABLE, LOOKUP_UNKNOWN } from './lookup-answers.ts'
import { FAIL_PAYS_NOTHING, WEBHOOK_ACKNOWLEDGED } from './webhook.ts'

/** Distance from the tolerance, so that clocks may differ by a minute. */
const MARGIN_SECONDS = 60

type Case = {
  id: string
  what: string
  /** The values to send; null removes the header. */
  timestamps: (now: number) => (string | null)[]
  remedy: string
}

const DIGITS =
  'Accept X-Timestamp only when it is exactly ten digits (/^[0-9]{10}$/): parseInt and (int) also accept ' +
  '"1700000000abc".'

const FRESH =
  `Refuse a timestamp more than ${TOLERANCE_SECONDS} s behind or ahead of your clock: otherwise a recorded ` +
  'request can be replayed for ever.'

const CASES: readonly Case[] = [
  {
    id: 'missing',
    what: 'without an X-Timestamp, or with an empty one',
    timestamps: () => [null, ''],
    remedy: 'Refuse a request without X-Timestamp.',
  },
  {
    id: 'malformed',
    what: 'whose X-Timestamp is not a number',
    timestamps: (now) => ['now', `${now}abc`, `0x${now.toString(16)}`, `-${now}`, `${now}, ${now}`],
    remedy: DIGITS,
  },
  {
    id: 'digits',
    what: 'whose X-Timestamp does not have ten digits, such as one in milliseconds',
    timestamps: (now) => [`${now}0`, `0${now}`, `${now}000`, String(now).slice(1)],
    remedy: DIGITS,
  },
  {
    id: 'fraction',
    what: 'whose X-Timestamp has a fraction or an exponent',
    timestamps: (now) => [`${now}.5`, `${now}.0`, `${now / 1e9}e9`],
    remedy: DIGITS,
  },
  {
    id: 'stale',
    what: `whose X-Timestamp is more than ${TOLERANCE_SECONDS} s in the past`,
    timestamps: (now) =>
      [TOLERANCE_SECONDS + MARGIN_SECONDS, 3600, 86_400 * 365].map((age) => String(now - age)),
    remedy: FRESH,
  },
  {
    id: 'future',
    what: `whose X-Timestamp is more than ${TOLERANCE_SECONDS} s in the future`,
    timestamps: (now) =>
      [TOLERANCE_SECONDS + MARGIN_SECONDS, 3600, 86_400 * 365].map((age) => String(now + age)),
    remedy: `${FRESH} Compare the absolute difference.`,
  },
]

export const timestampChecks: readonly Check[] = [
  ...CASES.map((one): Check => ({
    id: `lookup-timestamp-${one.id}`,
    title: `A lookup ${clause(one.what)} is refused.`,
    section: 'section 5, D3, D13, W7',
    group: 'timestamp',
    needs: [],
    calls: 'lookup',
    run: (session) =>
      each(one.timestamps(unixSeconds(new Date())), async (timestamp) => {
        const exchange = await session.lookup(session.someReference, { timestamp })
        const what = `A lookup ${sentWith(timestamp)}`
        return expectTimestampRefused({ exchange, what, remedy: one.remedy })
      }),
  })),
  ...CASES.map((one): Check => ({
    id: `webhook-timestamp-${one.id}`,
    title: `A webhook ${clause(one.what)} is refused, though it is correctly signed.`,
    section: 'section 5, D3, D13',
    group: 'timestamp',
    needs: [],
    calls: 'webhook',
    run: (session) =>
      each(one.timestamps(unixSeconds(new Date())), async (timestamp) => {
        const exchange = await session.deliver(failEvent(session.subject()), { timestamp })
        const what = `A webhook, signed with this timestamp, ${sentWith(timestamp)}`
        return expectRefused({ exchange, what, remedy: one.remedy })
      }),
  })),
  {
    id: 'lookup-timestamp-tolerance',
    title: 'A lookup whose X-Timestamp is four minutes off is answered: clocks differ.',
    section: 'section 5, D13',
    group: 'timestamp',
    needs: [],
    calls: 'lookup',
    after: [LOOKUP_PAYABLE, LOOKUP_UNKNOWN, FAIL_PAYS_NOTHING],
    run: (session) => each(tolerated(), (timestamp) => tolerantLookup(session, timestamp)),
  },
  {
    id: 'webhook-timestamp-tolerance',
    title: 'A webhook whose X-Timestamp is four minutes off is acknowledged: clocks differ.',
    section: 'section 5, D13',
    group: 'timestamp',
    needs: ['payable'],
    calls: 'webhook',
    after: [WEBHOOK_ACKNOWLEDGED],
    run: (session) =>
      each(tolerated(), async (timestamp) => {
        const exchange = await session.deliver(failEvent(session.subject()), { timestamp })
        return expectAcknowledged({
          exchange,
          what: `A webhook ${sentWith(timestamp)}`,
          remedy: tolerate(session),
        })
      }),
  },
]

/** Mentions a wrong clock, which refuses one of the two tolerated timestamps. */
const tolerate = ({ clockDifferences }: Session): string => {
  const warning = clockWarning(clockDifferences)
  return warning === null ? TOLERATE : `${warning} ${TOLERATE}`
}

const TOLERATE =
  `Tolerate a difference of ${TOLERANCE_SECONDS} s, ahead or behind, and keep the clock of your server ` +
  'correct (NTP).'

const tolerated = (): string[] => {
  const now = unixSeconds(new Date())
  const offset = TOLERANCE_SECONDS - MARGIN_SECONDS
  return [String(now - offset), String(now + offset)]
}

const tolerantLookup = async (session: Session, timestamp: string): Promise<Finding> => {
  const reference = session.someReference
  const exchange = await session.lookup(reference, { timestamp })
  const asked = { exchange, what: `A lookup ${sentWith(timestamp)}`, remedy: tolerate(session) }
  return session.references.payable === undefined ? expectError(asked, 404) : expectPayable(asked)
}

const sentWith = (timestamp: string | null): string => {
  if (timestamp === null) return 'without X-Timestamp'
  const seconds = Number(timestamp) - unixSeconds(new Date())
  const off = /^[0-9]{10}$/.test(timestamp) ? ` (${seconds} s from now)` : ''
  return `with "X-Timestamp: ${timestamp}"${off}`
}
