/** How the lists of cash are narrowed: by time and amount. */
import type { Centimes } from '@wasl/protocol'
import type pg from 'pg'
import { centimesOf } from '../../base/centimes.ts'
import { readLocalPeriod } from '../../payments/local-period.ts'

export type Narrowed = {
  since: Date | null
  before: Date | null
  lowest: Centimes | null
  highest: Centimes | null
}

export const NOT_NARROWED: Narrowed = { since: null, before: null, lowest: null, highest: null }

type Filters = Partial<Record<'from' | 'to', string | undefined>> &
  Partial<Record<'amount' | 'amountFrom' | 'amountTo', number | undefined>>

/** What the filters of a request ask for. */
export const readNarrowed = async (pool: pg.Pool, query: Filters): Promise<Narrowed> => {
  const { amount, amountFrom = amount, amountTo = amount } = query
  return {
    ...(await readLocalPeriod(pool, query)),
    lowest: amountFrom === undefined ? null : centimesOf(amountFrom),
    highest: amountTo === undefined ? null : centimesOf(amountTo),
  }
}

/** The condition, for the four values of `narrowedValues` from this place on. */
export const narrowedSql = (at: string, place: number): string => `
  ($${place}::timestamptz is null or ${at} >= $${place})
  and ($${place + 1}::timestamptz is null or ${at} < $${place + 1})
  and ($${place + 2}::bigint is null or amount >= $${place + 2})
  and ($${place + 3}::bigint is null or amount <= $${place + 3})`

export const narrowedValues = ({ since, before, lowest, highest }: Narrowed) => [
  since,
  before,
  lowest,
  highest,
]
