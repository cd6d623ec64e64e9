import type { Logger } from 'pino'
import type pg from 'pg'
import type { Send } from '../../base/outbound/outbound-types.ts'
import { partnerWireId } from '../../base/wire-ids.ts'
import type { PartnerTarget } from '../../parties/partners/load-target.ts'
import { makeCanary, type CanaryResult } from './canary.ts'
import { claimCanaries, type ClaimedCanary } from './claim.ts'

export type CanaryDeps = {
  pool: pg.Pool
  loadTarget: (partnerId: number) => Promise<PartnerTarget | null>
  send: Send
  onCanary: (result: 'passed' | 'failed') => void
  log: Logger
}

/** Canaries at once: few, because each waits for a partner for 5 seconds at most. */
export const CANARIES_MAX = 16

/** Makes what is due. Resolves with whether more may be due. */
export const createCanaryRound = (deps: CanaryDeps) => async (): Promise<boolean> => {
  const claimed = await claimCanaries(deps.pool, CANARIES_MAX)
  await Promise.all(
    claimed.map(async (canary) =>
      makeOne(deps, canary).catch((error: unknown) => {
        const partnerId = partnerWireId(canary.partner_id)
        deps.log.error({ err: error, partnerId }, 'a canary could not be made')
      }),
    ),
  )
  return claimed.length === CANARIES_MAX
}

const makeOne = async (
  { pool, loadTarget, send, onCanary }: CanaryDeps,
  { partner_id, canary_id, reference }: ClaimedCanary,
): Promise<void> => {
  const target = await loadTarget(partner_id)
  if (target === null) return
  const result = await makeCanary(send, target, { canaryId: canary_id, reference })
  await record(pool, partner_id, result)
  onCanary(result.problem === null ? 'passed' : 'failed')
}

const record = async (
  pool: pg.Pool,
  partnerId: number,
  { problem, durationMs }: CanaryResult,
): Promise<void> => {
  await pool.query(
    `update partner_canaries
    set looked_up_at = wasl_now(), problem = $2, duration_ms = $3,
      failures = case when $2::text is null then 0 else failures + 1 end,
      passed = passed + ($2::text is null)::int, failed = failed + ($2::text is not null)::int
    where partner_id = $1`,
    [partnerId, problem, durationMs],
  )
}
