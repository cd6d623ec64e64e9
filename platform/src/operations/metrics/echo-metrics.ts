import { Counter, Gauge, type Registry } from 'prom-client'
import type pg from 'pg'
import type { EchoDeps } from '../../delivery/echoes/echo-loop.ts'

const RESULTS = ['agreed', 'unbooked', 'no_answer', 'postponed', 'refunded'] as const

/** Counts what echoes find. */
export const echoCounter = (registry: Registry): EchoDeps['onEcho'] => {
  const echoes = new Counter({
    name: 'wasl_echoes_total',
    help: 'Lookups of acknowledged payments, by what they said about the booking.',
    labelNames: ['result'] as const,
    registers: [registry],
  })
  for (const result of RESULTS) echoes.inc({ result }, 0)
  return (result) => echoes.inc({ result })
}

/** The gauge of echoes, and the function that reads it at each scrape. */
export const echoGauge = (registry: Registry, pool: pg.Pool): (() => Promise<void>) => {
  const unbooked = new Gauge({
    name: 'wasl_echoes_unbooked',
    help: 'Payments that their partners acknowledged and have not booked.',
    registers: [registry],
  })
  let reading: Promise<number | null> | null = null
  return async () => {
    reading ??= readUnbooked(pool)
      .catch(() => null)
      .finally(() => (reading = null))
    const count = await reading
    if (count === null) unbooked.remove()
    else unbooked.set(count)
  }
}

const readUnbooked = async (pool: pg.Pool): Promise<number | null> => {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from payment_echoes where state = 'unbooked'`,
  )
  return rows[0]?.count ?? null
}
