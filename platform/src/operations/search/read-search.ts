import type { Permission, SearchQuery } from '@wasl/protocol'
import type pg from 'pg'
import { readLocalPeriod } from '../../payments/local-period.ts'
import { readTyped } from './read-typed.ts'
import { filtersOf, readingsOf, readToday } from './readings.ts'
import type { Search } from './asked.ts'

/** Callers ask about what they paid lately. */
const AMOUNT_DAYS = 30

/** What a request asks for. An amount without a period is searched in the last days. */
export const readSearch = async (
  pool: pg.Pool,
  query: SearchQuery,
  by: { partnerId: number | null; permissions: ReadonlySet<Permission> },
): Promise<Search> => {
  const typed = readTyped(query.q)
  const opened = await readLocalPeriod(pool, query)
  const { partnerId, permissions } = by
  const local = await readToday(pool)
  const asked: Omit<Search, 'openedWithAmount'> = {
    typed,
    partnerId,
    permissions,
    opened,
    limit: query.limit,
    readings: partnerId === null ? await readingsOf(pool, typed, local) : [],
    filters: filtersOf(typed, query, local),
  }
  const isNamed = query.from !== undefined || query.to !== undefined
  if (isNamed || typed.amounts === null) return { ...asked, openedWithAmount: opened }
  const { rows } = await pool.query<{ since: Date }>(
    `select wasl_now() - interval '${AMOUNT_DAYS} days' as since`,
  )
  return { ...asked, openedWithAmount: { since: rows[0]?.since ?? null, before: null } }
}
