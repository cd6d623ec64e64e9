/** A payment that is told of with a reference that is given up for it: what its checks share. */
import { sign, unixSeconds } from '@wasl/protocol'
import { bytesOf, failEvent, newId, successEvent } from '../event.ts'
import type { Event } from '../event.ts'
import { expectError } from '../expect/lookup.ts'
import type { Finding } from '../finding.ts'
import type { Exchange } from '../http/exchange.ts'
import { totalOf } from '../session.ts'
import type { Session } from '../session.ts'

/** One story for each run: what its first check finds and makes, the later ones go on with. */
export type Story = {
  reference: string
  /** Where it began: the lookup of the reference. */
  found: Exchange
  amount: number
  paymentId: string
  success: Event
}

export const UNPAID =
  'A reference `pay` must be payable and is paid by this run: give new ones each time, or set them back in ' +
  'your system.'

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

const tellings = new WeakMap<Session, Promise<Exchange>>()

/**
 * The payment.success of the story, told once in a run: behind copies of it that must be refused, and
 * with the X-Event-Id of an event of another payment. Neither may keep it from being taken.
 */
export const successTold = (session: Session): Promise<Exchange> => {
  const told = tellings.get(session) ?? tellSuccess(session)
  tellings.set(session, told)
  return told
}

const STALE_SECONDS = 3600

const tellSuccess = async (session: Session): Promise<Exchange> => {
  const { reference, amount, success } = await storyOf(session)
  const eventId = newId()
  await session.deliver(failEvent({ reference, amount }), { eventId })
  const body = bytesOf(success)
  const now = unixSeconds(new Date())
  await session.deliver(body, { signature: sign(body, String(now), 'not-the-hmac-secret') })
  await session.deliver(body, { timestamp: String(now - STALE_SECONDS) })
  return session.deliver(body, { eventId })
}

/** After the event, the reference is paid. */
export const paidAfter = async (
  session: Session,
  what: string,
  remedy: string,
): Promise<Finding> => {
  const { reference } = await storyOf(session)
  const exchange = await session.lookup(reference)
  return expectError({ exchange, what: `The lookup after ${what}`, remedy }, 409)
}
