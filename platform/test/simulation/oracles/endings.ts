import type pg from 'pg'
import type { Report } from './report.ts'

export type Ending = 'handover' | 'bag' | 'variance' | 'case' | 'bank line'

/**
 * What came to its end and was answered so: cash that changed hands, bags that the bank credited, lines that
 * prove a transfer. An end is final, and no other one is ever answered or stored.
 */
export const createEndings = (report: Report) => {
  const known = new Map<string, string>()
  return {
    ended(what: Ending, id: string, how: string): void {
      const key = `${what} ${id}`
      const before = known.get(key)
      if (before !== undefined && before !== how)
        report(`${key} was answered as ${before}, and now as ${how}`)
      known.set(key, how)
    },

    async check(client: pg.ClientBase): Promise<void> {
      const { rows } = await client.query<{ key: string; how: string }>({
        name: 'simulation-endings',
        text: ENDINGS,
      })
      const stored = new Map(rows.map(({ key, how }) => [key, how]))
      for (const [key, how] of known) {
        if (stored.get(key) !== how)
          report(`${key} was answered as ${how}, and is ${stored.get(key) ?? 'lost'}`)
      }
    },
  }
}

export type Endings = ReturnType<typeof createEndings>

const ENDINGS = `
  select 'handover ' || handover_id as key, concat_ws(' ', status, counted) as how from handovers
  union all
  select 'bag ' || deposit_id, concat_ws(' ', status, banked) from deposits
  union all
  select 'variance ' || variance_id, outcome from variances
  union all
  select 'case ' || case_id, status from cases
  union all
  select 'bank line ' || bank_line_id, concat_ws(' ', status, match_kind, match_source)
  from bank_lines`
