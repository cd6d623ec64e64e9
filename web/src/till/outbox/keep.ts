import { isServerTimeKnown, serverNow } from '../../api/server-time.ts'
import { paperName } from '../collect/paper-name.ts'
import { announce, database } from '../store/database.ts'
import { newRecord, type OutboxRecord, type TakenMoney } from './record.ts'

/** Writes the record; the screen says "taken" only afterwards. The same payment is written once. */
export const keepTaken = async (taken: TakenMoney): Promise<OutboxRecord> => {
  const db = await database()
  const tx = db.transaction('outbox', 'readwrite', { durability: 'strict' })
  const before = await tx.store.get(taken.payment.paymentId)
  const record = before ?? newRecord(taken, () => crypto.randomUUID())
  if (before === undefined) await tx.store.put(record)
  await tx.done
  announce()
  return record
}

export const saveRecord = async (record: OutboxRecord): Promise<void> => {
  const tx = (await database()).transaction('outbox', 'readwrite', { durability: 'strict' })
  await tx.store.put(record)
  await tx.done
  announce()
}

/** The records of one user, newest first. */
export const recordsOf = async (owner: string): Promise<OutboxRecord[]> => {
  const records = await (await database()).getAllFromIndex('outbox', 'owner', owner)
  return records.toSorted((a, b) => b.takenAt.localeCompare(a.takenAt))
}

export const recordOf = async (owner: string, paymentId: string): Promise<OutboxRecord | null> => {
  const record = await (await database()).get('outbox', paymentId)
  return record?.owner === owner ? record : null
}

/** How many payments of others wait on this device: a number, and nothing else of them. */
export const countOfOthers = async (owner: string): Promise<number> => {
  const all = await (await database()).getAll('outbox')
  return all.filter((record) => record.owner !== owner && record.state === 'waiting').length
}

/** What is confirmed is kept this long, to be read and printed again. */
const KEPT_MS = 3 * 24 * 3_600_000

/**
 * Removes what has been over for some days, by the platform's clock: a payment that is confirmed, and one
 * whose lock has ended. What waits or is in conflict stays. Without an answer of the platform this
 * device's clock may be days off, so nothing is removed.
 */
export const forgetOld = async (): Promise<void> => {
  if (!isServerTimeKnown()) return
  const db = await database()
  const oldest = new Date(serverNow() - KEPT_MS).toISOString()
  for (const { state, paymentId, newPaymentId, paidAt, takenAt } of await db.getAll('outbox')) {
    if (state !== 'confirmed' || (paidAt ?? takenAt) >= oldest) continue
    await db.delete('outbox', paymentId)
    await db.delete('kept', paperName(newPaymentId ?? paymentId))
  }
  for (const { paymentId, payment, keptAt } of await db.getAll('payments')) {
    const isWaiting = (await db.get('outbox', paymentId)) !== undefined
    if (!isWaiting && (payment.lockReleaseTime ?? keptAt) < oldest) {
      await db.delete('payments', paymentId)
    }
  }
}
