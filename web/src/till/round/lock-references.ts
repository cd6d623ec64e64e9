/** A courier's departure: each reference is locked for the day, several at once. */
import type { ChannelPayment } from '@wasl/protocol'
import { on } from '../../api/call.ts'
import { serverTime } from '../../api/server-time.ts'
import { localDay } from '../../time/zone.ts'
import { noting } from '../base/network.ts'
import { ownPaymentOf } from '../collect/open.ts'
import type { Me } from '../session/me.ts'
import { keepPayment } from '../store/payments.ts'

/** How many openings are under way at once. */
const AT_ONCE = 4

/** More parcels than a courier carries. */
export const REFERENCES_MAX = 200

export type NotLocked = { reference: string; error: unknown }

/** The same for the same courier, day and reference: a killed tab asks again, and gets its lock. */
const keyOf = async (parts: string[]): Promise<string> => {
  const bytes = new TextEncoder().encode(parts.join('\n'))
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return `round-${[...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

const openForDay = async (
  { session, till }: Me,
  { partnerId, reference }: { partnerId: string; reference: string },
): Promise<ChannelPayment> => {
  const open = (idempotencyKey: string): Promise<ChannelPayment> =>
    noting(
      on('POST /channel/v1/payments')({
        body: {
          partnerId,
          reference,
          lockSeconds: till.lockSecondsMax,
          ...(session.agentId !== undefined && { agentId: session.agentId }),
        },
        idempotencyKey,
      }),
    )
  const { paymentId } = await open(
    await keyOf([session.userId, localDay(serverTime()), partnerId, reference]),
  )
  // The first answer of a key may be of a lock that was given back since.
  const payment = await on('GET /channel/v1/payments/{paymentId}')({ params: { paymentId } })
  return payment.stage === 'released' ? open(crypto.randomUUID()) : payment
}

/** Locks the references; those that were refused come back with the reason. */
export const lockReferences = async (
  me: Me,
  { partnerId, payee, references }: { partnerId: string; payee: string; references: string[] },
  onDone: () => void,
): Promise<NotLocked[]> => {
  const refused: NotLocked[] = []
  const waiting = [...references]
  const work = async (): Promise<void> => {
    for (let reference = waiting.shift(); reference !== undefined; reference = waiting.shift()) {
      try {
        const payment = await openForDay(me, { partnerId, reference }).catch(ownPaymentOf)
        await keepPayment({
          paymentId: payment.paymentId,
          owner: me.session.userId,
          payment,
          payee,
          isOfRound: true,
          keptAt: serverTime(),
        })
      } catch (error) {
        refused.push({ reference, error })
      }
      onDone()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return refused
}
