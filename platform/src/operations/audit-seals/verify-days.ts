/** Checks the transfers of the closed days against their seals. */
import type pg from 'pg'
import { ledgerDayOf, readDayHashes, readSealedHashes, type DayHash } from './day-hashes.ts'
import type { KeptSeals } from './kept-seals.ts'
import { readSeal, type SealKey } from './seal.ts'

export type DayVerdict = { problem: string | null; days: number }

/** What the database and the kept seals say of days, each seal with a right signature. */
export const verifyDays = async (
  pool: pg.Pool,
  { keys, seals }: { keys: readonly SealKey[]; seals: readonly string[] },
  kept: KeptSeals,
): Promise<DayVerdict> => {
  let days = 0
  // A kept seal is most often the same as that of the database: its day is read once.
  for (const seal of new Set([...seals, ...kept.seals.map((one) => one.seal)])) {
    const { ledgerDay, number } = readSeal(seal, keys).payload
    if (ledgerDay === undefined) continue
    const sealed = await readSealedHashes(pool, ledgerDay.date)
    if (ledgerDayOf(ledgerDay.date, sealed).hash !== ledgerDay.hash) {
      const problem = `the hashes of ${ledgerDay.date} are not those that seal ${number} signed`
      return { problem, days }
    }
    const problem = await problemOfDay(pool, ledgerDay.date, sealed)
    if (problem !== null) return { problem, days }
    days += 1
  }
  return { problem: null, days }
}

const problemOfDay = async (
  pool: pg.Pool,
  date: string,
  sealed: readonly DayHash[],
): Promise<string | null> => {
  const now = await readDayHashes(pool, date)
  const { partners, archived, isCell } = await readOutside(pool)
  for (const { partnerId, month, transfers, hash } of sealed) {
    if (!partners.has(partnerId) || archived.has(month)) continue
    const found = now.find((one) => one.partnerId === partnerId && one.month === month)
    if (found?.hash === hash) continue
    const count = found?.transfers ?? 0
    const what = count < transfers ? 'removed' : count > transfers ? 'put in' : 'changed'
    return (
      `a transfer of ${nameOf(partnerId)} on ${date} was ${what}: ${transfers} were sealed, ` +
      `${count} are there`
    )
  }
  // A partner that moved here has days from before.
  const added = isCell ? undefined : now.find((one) => !sealed.some((of) => isSame(of, one)))
  if (added === undefined) return null
  return `${added.transfers} transfers of ${nameOf(added.partnerId)} on ${date} were put in: none was sealed`
}

const isSame = (one: DayHash, other: DayHash): boolean =>
  one.partnerId === other.partnerId && one.month === other.month

const nameOf = (partnerId: number): string =>
  partnerId === 0 ? 'the platform' : `prt_${partnerId}`

/** Who lives here, and what is no longer in the books. */
const readOutside = async (
  pool: pg.Pool,
): Promise<{ partners: Set<number>; archived: Set<string>; isCell: boolean }> => {
  const { rows } = await pool.query<{ partners: number[]; archived: string[]; is_cell: boolean }>(
    `select array(select partner_id from partners union all select 0) as partners,
      array(select period from ledger_archives where archived_at is not null) as archived,
      exists (select from this_cell) as is_cell`,
  )
  const [row] = rows
  return {
    partners: new Set(row?.partners),
    archived: new Set(row?.archived),
    isCell: row?.is_cell === true,
  }
}
