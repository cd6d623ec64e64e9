import type { EventKind, EventState } from '@wasl/protocol'
import type pg from 'pg'
import type { ResendFilter } from '../../delivery/resends/resend.ts'
import type { Start } from '../../delivery/resends/start.ts'
import type { Refuse } from '../server/routes.ts'

type ResendFields = {
  since: string
  until?: string | undefined
  event?: EventKind | undefined
  states: EventState[]
}

/** Without `until`, a resend covers the events up to now, so that it always finishes. */
export const resendFilterOf = async (
  pool: pg.Pool,
  partnerId: number | null,
  { since, until, event, states }: ResendFields,
): Promise<ResendFilter> => ({
  partnerId,
  since: new Date(since),
  until: until === undefined ? await readNow(pool) : new Date(until),
  event: event ?? null,
  states: [...new Set(states)],
})

const readNow = async (pool: pg.Pool): Promise<Date> => {
  const { rows } = await pool.query<{ now: Date }>('select wasl_now() as now')
  return rows[0]?.now ?? new Date(0)
}

/** The id of the resend. @throws ApiError when none was started. */
export const expectStarted = (
  started: Start,
  refuse: Refuse<'RESEND409_RUNNING' | 'RESEND409_TOO_MANY'>,
): string => {
  if (started === 'running') throw refuse('RESEND409_RUNNING')
  if (started === 'too many') throw refuse('RESEND409_TOO_MANY')
  return started.resendId
}
