import { redeliverEvent } from '../../../src/delivery/webhooks/queue/redeliver.ts'
import type { Operation } from './operation.ts'

const PER_HOUR_MAX = 20

/** An operator asks for an event again, whatever its state. */
export const redeliver: Operation = async ({ process, promises, random, fixture }) => {
  const all = [...promises.payments.keys()]
  if (all.length === 0) return 'no payment is open'
  const eventId = eventIdOf(random.pick(all), 1 + random.below(2))
  const { maker } = fixture.people
  const result = await redeliverEvent(process.db.pool, eventId, PER_HOUR_MAX, maker)
  if (result === 'sent') process.dispatcher.wake()
  return `${eventId}: ${typeof result === 'string' ? result : 'too often'}`
}

const eventIdOf = (paymentId: string, ordinal: number): string =>
  `${paymentId.slice(0, 26)}${ordinal.toString(16).padStart(2, '0')}${paymentId.slice(28)}`
