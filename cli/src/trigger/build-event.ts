import { randomUUID } from 'node:crypto'
import { EVENT_KINDS, webhookEventSchema, describeIssues, type EventKind } from '@wasl/protocol'
import { usage } from '../problem.ts'

export type EventOptions = {
  event: EventKind
  reference: string
  paymentId: string | undefined
  /** In dinars; `set` may replace it. */
  amount: number
  /** `name=value`, put into data in this order. */
  set: readonly string[]
  /** Allows an event that the platform would never send. */
  allowInvalid: boolean
  now: Date
}

/** For a reference whose amount is not known. */
export const MADE_UP_AMOUNT = 1500

const LOCK_MS = 15 * 60_000

/** Values of these fields stay text, even when they look like numbers. */
const TEXT_FIELDS = new Set([
  'reference',
  'paymentId',
  'channel',
  'currency',
  'reason',
  'qrCodeToken',
])

/** What each kind of event has besides the fields of all. */
const OWN_DATA: Record<EventKind, (now: Date, amount: number) => Record<string, unknown>> = {
  'payment.initialized': (now) => ({
    lockReleaseTime: new Date(now.getTime() + LOCK_MS).toISOString(),
    initializedAt: now.toISOString(),
  }),
  'payment.success': (now) => ({ paidAt: now.toISOString() }),
  'payment.fail': (now) => ({ failedAt: now.toISOString(), reason: 'failed' }),
  'payment.refunded': (now, amount) => ({
    refundId: randomUUID(),
    refundedAmount: amount,
    refundedTotal: amount,
    refundedAt: now.toISOString(),
    reason: 'paid twice',
  }),
}

/** For a payment by QR code, these events have the kind of its configuration (D27). */
const WITH_QR_CONFIG_KIND = new Set<EventKind>(['payment.initialized', 'payment.success'])

/**
 * An event as the platform sends it (D15), with the fields of `set`.
 *
 * @throws Problem when the platform would never send it, unless that is allowed.
 */
export const buildEvent = (options: EventOptions): Record<string, unknown> => {
  const { event, reference, paymentId, amount, set, allowInvalid, now } = options
  const changes = Object.fromEntries(set.map(parseSet))
  const data: Record<string, unknown> = {
    reference,
    paymentId: paymentId ?? randomUUID(),
    channel: 'AGENCY',
    amount,
    currency: 'DZD',
    ...OWN_DATA[event](now, amount),
    ...('qrCodeToken' in changes &&
      WITH_QR_CONFIG_KIND.has(event) && { qrConfigKind: 'PERMANENT' }),
    ...changes,
  }
  const built = { event, data }
  const checked = webhookEventSchema.safeParse(built)
  if (checked.success || allowInvalid) return built
  throw usage(
    'The platform would never send this.',
    ...describeIssues(checked.error, built).map(({ path, message }) => `${path}: ${message}`),
    'Change --set, or send it with --allow-invalid.',
  )
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

/** The value of a JSON text, or the text itself. */
const valueOf = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

/** @throws Problem with the names of all events. */
export const eventKindOf = (name: string): EventKind => {
  const kind = EVENT_KINDS.find((known) => known === name || known === `payment.${name}`)
  if (kind !== undefined) return kind
  const typed = name.replace(/^[^.]*\./, '').slice(0, 2)
  const near = EVENT_KINDS.find((known) => known.startsWith(`payment.${typed}`))
  const guess = near === undefined || typed.length < 2 ? '' : ` Did you mean ${near}?`
  throw usage(
    `${JSON.stringify(name)} is not an event.${guess}`,
    `Events: ${EVENT_KINDS.join(', ')}.`,
  )
}
