import { serverNow } from '../../api/server-time.ts'
import { announce, database, type KeptPayment } from './database.ts'

/** Keeps a payment that was opened here: a reload comes back to it. */
export const keepPayment = async (payment: KeptPayment): Promise<void> => {
  await (await database()).put('payments', payment)
  announce()
}

export const paymentOf = async (owner: string, paymentId: string): Promise<KeptPayment | null> => {
  const found = await (await database()).get('payments', paymentId)
  return found?.owner === owner ? found : null
}

export const forgetPayment = async (paymentId: string): Promise<void> => {
  await (await database()).delete('payments', paymentId)
  announce()
}

const ofOwner = async (owner: string): Promise<KeptPayment[]> =>
  (await database()).getAllFromIndex('payments', 'owner', owner)

/** Payments at the counter whose lock still holds, by the platform's clock, and whose money waits. */
export const startedOf = async (owner: string): Promise<KeptPayment[]> => {
  const db = await database()
  const taken = new Set(await db.getAllKeysFromIndex('outbox', 'owner', owner))
  return (await ofOwner(owner)).filter(
    ({ paymentId, payment, isOfRound }) =>
      !isOfRound &&
      !taken.has(paymentId) &&
      payment.lockReleaseTime !== null &&
      Date.parse(payment.lockReleaseTime) > serverNow(),
  )
}

/** The references that a courier locked at departure. */
export const roundOf = async (owner: string): Promise<KeptPayment[]> =>
  (await ofOwner(owner)).filter(({ isOfRound }) => isOfRound)
