import type pg from 'pg'
import type { SigningKeyStore } from '../../parties/signing-keys/current.ts'
import { ledgerDayOf, readDayHashes } from './day-hashes.ts'
import { addSeal } from './make-seal.ts'

/**
 * Signs the oldest closed business date that has no seal. A database whose first days were closed before
 * there were seals begins with its last one.
 *
 * @returns whether it did, so that there may be another.
 */
export const sealDay = async (store: SigningKeyStore): Promise<boolean> => {
  const { rows } = await store.pool.query<{ date: string | null }>(`select (${NEXT})::text as date`)
  const date = rows[0]?.date ?? null
  if (date === null) return false
  const hashes = await readDayHashes(store.pool, date)
  return addSeal(store, {
    kind: 'ledger-day',
    more: { ledgerDay: ledgerDayOf(date, hashes) },
    isStillDue: `select coalesce((${NEXT})::text = '${date}', false) as due`,
    async alsoWrite(tx: pg.ClientBase, number: number) {
      await tx.query(
        `insert into ledger_day_hashes (business_date, partner_id, month, transfers, hash)
        select $1, "partnerId", month, transfers, decode(hash, 'hex')
        from jsonb_to_recordset($2::jsonb)
          as made ("partnerId" integer, month text, transfers bigint, hash text)`,
        [date, JSON.stringify(hashes)],
      )
      await tx.query('insert into ledger_day_seals values ($1, $2)', [date, number])
    },
  })
}

/** The date of the next seal; null when every closed date has one. */
const NEXT = `
  select case when sealed.next <= state.sealed_through then sealed.next end
  from ledger_state state
  cross join lateral (
    select coalesce(max(business_date) + 1, state.sealed_through) as next from ledger_day_seals
  ) as sealed`
