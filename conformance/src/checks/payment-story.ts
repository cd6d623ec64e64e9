/** The main payment of a run, made with the first `pay` reference. Its checks share this state. */
import { sign, unixSeconds } from '@wasl/protocol'
import { bytesOf, failEvent, newId, successEvent } from '../event.ts'
import type { Event } from '../event.ts'
import { expectError } from '../expect/lookup.ts'
import type { Finding } from '../finding.ts'
import type { Exchange } from '../http/exchange.ts'
import { totalOf } from '../session.ts'
import type { Session } from '../session.ts'

/** One for each run. The first check creates it; the later checks continue with it. */
export type Story = {
  reference: string
  /** The first lookup of the reference. */
  found: Exchange
  amount: number
  paymentId: string
  success: Event
}

export const UNPAID =
  'A pay reference must be payable, and this run marks it as paid: give new references each time, or reset ' +
  'them in your system.'

const stories = new WeakMap<Session, Promise<Story>>()

export const storyOf = (session: Session): Promise<Story> => {
  const story = stories.get(session) ?? beginStory(session)
  stories.set(session, story)
  return story
}

const beginStory = async (session: Session): Promise<Story> => {
  const reference = session.references.pay?.[0] ?? ''
  const found = await session.lookup(reference)
  const subject = { reference, amount: totalOf(found) ?? 1, paymentId: newId() }
  return { ...subject, found, success: successEvent(subject) }
}

const deliveries = new WeakMap<Session, Promise<Exchange>>()

/**
 * Delivers the payment.success once in a run, after forged copies that the partner must refuse, and with
 * the X-Event-Id of another payment's event. The partner must record it all the same.
 */
export const deliverSuccess = (session: Session): Promise<Exchange> => {
  const delivered = deliveries.get(session) ?? sendSuccess(session)
  deliveries.set(session, delivered)
  return delivered
}

const STALE_SECONDS = 3600

const sendSuccess = async (session: Session): Promise<Exchange> => {
  const { reference, amount, success } = await storyOf(session)
  const eventId = newId()
  await session.deliver(failEvent({ reference, amount }), { eventId })
  const body = bytesOf(success)
  const now = unixSeconds(new Date())
  await session.deliver(body, { signature: sign(body, String(now), 'not-the-hmac-secret') })
  await session.deliver(body, { timestamp: String(now - STALE_SECONDS) })
  return session.deliver(body, { eventId })
}

/** Expects that the reference is paid after an event. */
export const paidAfter = async (
  session: Session,
  what: string,
  remedy: string,
): Promise<Finding> => {
  const { reference } = await storyOf(session)
  const exchange = await session.lookup(reference)
  return expectError({ exchange, what: `The lookup after ${what}`, remedy }, 409)
}
