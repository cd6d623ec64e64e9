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

/** The references that a courier locked at departure. */
export const roundOf = async (owner: string): Promise<KeptPayment[]> => {
  const payments = await (await database()).getAllFromIndex('payments', 'owner', owner)
  return payments.filter(({ isOfRound }) => isOfRound)
}
