import { randomUUID } from 'node:crypto'
import { EVENT_KINDS, webhookEventSchema, describeIssues, type EventKind } from '@wasl/protocol'
import { usage } from '../problem.ts'

export type EventWanted = {
  event: EventKind
  reference: string
  paymentId: string | undefined
  /** In dinars, unless it is set. */
  amount: number
  /** `name=value`, put into data in this order. */
  set: readonly string[]
  /** Lets an event through that the platform would never send. */
  allowInvalid: boolean
  now: Date
}

/** For a reference whose price nobody knows. */
export const MADE_UP_AMOUNT = 1500

const LOCK_MS = 15 * 60_000

/** What a field of text holds stays text, even when it looks like a number. */
const TEXT_FIELDS = new Set([
  'reference',
  'paymentId',
  'channel',
  'currency',
  'reason',
  'qrCodeToken',
])

/**
 * An event as the platform sends it (D15), with what was set.
 *
 * @throws Problem when it is none that the platform would send.
 */
export const buildEvent = (wanted: EventWanted): Record<string, unknown> => {
  const { event, reference, paymentId, amount, set, allowInvalid, now } = wanted
  const changes = Object.fromEntries(set.map(parseSet))
  const data: Record<string, unknown> = {
    reference,
    paymentId: paymentId ?? randomUUID(),
    channel: 'AGENCY',
    amount,
    currency: 'DZD',
    ...timesOf(event, now),
    // Every payment by QR code tells what the code asked for (D27).
    ...('qrCodeToken' in changes && event !== 'payment.fail' && { qrConfigKind: 'PERMANENT' }),
    ...changes,
  }
  const built = { event, data }
  const checked = webhookEventSchema.safeParse(built)
  if (checked.success || allowInvalid) return built
  throw usage(
    'The platform would never send this.',
    ...describeIssues(checked.error, built).map(({ path, message }) => `${path}: ${message}`),
    'Change what --set says, or send it all the same with --allow-invalid.',
  )
}

const timesOf = (event: EventKind, now: Date): Record<string, unknown> => {
  switch (event) {
    case 'payment.initialized':
      return {
        lockReleaseTime: new Date(now.getTime() + LOCK_MS).toISOString(),
        initializedAt: now.toISOString(),
      }
    case 'payment.success':
      return { paidAt: now.toISOString() }
    default:
      return { failedAt: now.toISOString(), reason: 'failed' }
  }
}

const parseSet = (text: string): [name: string, value: unknown] => {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? []
  if (name === undefined || value === undefined) {
    throw usage(
      `--set: expected name=value, received ${JSON.stringify(text)}`,
      'For example: --set amount=599.80',
    )
  }
  return [name, TEXT_FIELDS.has(name) ? value : valueOf(value)]
}

/** JSON where it is JSON, else the text as it stands. */
const valueOf = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

/** @throws Problem with the events that there are. */
export const eventKindOf = (name: string): EventKind => {
  const kind = EVENT_KINDS.find((known) => known === name || known === `payment.${name}`)
  if (kind !== undefined) return kind
  const near = EVENT_KINDS.find((known) =>
    known.includes(name.replace(/^payment\.?/, '').slice(0, 4)),
  )
  const guess = near === undefined || name.length < 4 ? '' : ` Did you mean ${near}?`
  throw usage(
    `${JSON.stringify(name)} is no event.${guess}`,
    `There are: ${EVENT_KINDS.join(', ')}.`,
  )
}
