/** What statements read, in buffers of the database: it does not depend on the machine, as time does. */
import type pg from 'pg'

type Plan = { 'Shared Hit Blocks': number; 'Shared Read Blocks': number }

/** A pool that notes its statements, and the buffers that they touch when they are run again. */
export const notingPool = (pool: pg.Pool): { pool: pg.Pool; buffers(): Promise<number> } => {
  const noted: { text: string; values: unknown[] }[] = []
  const noting = {
    query(text: string, values: unknown[] = []) {
      noted.push({ text, values })
      return pool.query(text, values)
    },
  } as unknown as pg.Pool
  return {
    pool: noting,
    async buffers() {
      let sum = 0
      for (const { text, values } of noted) {
        const { rows } = await pool.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
          `explain (analyze, buffers, format json) ${text}`,
          values,
        )
        const plan = rows[0]?.['QUERY PLAN'][0]?.Plan
        if (plan) sum += plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
      }
      return sum
    },
  }
}
