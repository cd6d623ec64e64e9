/**
 * The state of a partner (D40): `testing → live → paused → live`. A partner is made as testing. It goes live
 * with a certificate or an owner's word, is paused, and goes on. `makeStep` is the only setter.
 */
import type { PartnerState } from '@wasl/protocol'
import type pg from 'pg'
import { appendAudit, type Actor } from '../../base/audit/append.ts'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { nextCanary } from '../canaries/claim.ts'
import { partnerWireId } from '../../base/wire-ids.ts'
import { getPartner, type PartnerRecord } from '../../parties/partners/get.ts'

type StateStep = 'go-live' | 'pause' | 'resume'

const STEPS: Readonly<Record<StateStep, { from: PartnerState; to: PartnerState }>> = {
  'go-live': { from: 'testing', to: 'live' },
  pause: { from: 'live', to: 'paused' },
  resume: { from: 'paused', to: 'live' },
}

type Refused<Code extends string> = { ok: false; code: Code }

export type StateChanged =
  | { ok: true; partner: PartnerRecord }
  | Refused<'PARTNER404_NOT_FOUND'>
  | (Refused<'PARTNER409_OTHER_STATE'> & { state: PartnerState })

type ByWord = {
  reason: string | null
  /** Whether the caller's word is enough. */
  isOwner: boolean
}

/** Lets a testing partner be paid: with its certificate, or by an owner's word. */
export const goLive = (
  pool: pg.Pool,
  partnerId: number,
  { reason, isOwner }: ByWord,
  by: Actor,
): Promise<StateChanged | Refused<'PARTNER409_NOT_CERTIFIED'>> =>
  makeStep(pool, partnerId, 'go-live', by, ({ certificate }) =>
    certificate !== null || (isOwner && reason !== null)
      ? { certificate: certificate?.runId ?? null, ...(reason !== null && { reason }) }
      : { ok: false, code: 'PARTNER409_NOT_CERTIFIED' },
  )

/** Pauses a live partner, or lets a paused one go on. */
export const pauseOrResume = (
  pool: pg.Pool,
  partnerId: number,
  { step, reason }: { step: 'pause' | 'resume'; reason: string },
  by: Actor,
): Promise<StateChanged> => makeStep<never>(pool, partnerId, step, by, () => ({ reason }))

/** What the audit log keeps of a step. */
type Details = { certificate?: string | null; reason?: string }

/** Makes one step. A partner that is there already stays as it is, so that a repetition is no error. */
const makeStep = <Code extends string>(
  pool: pg.Pool,
  partnerId: number,
  step: StateStep,
  by: Actor,
  judge: (partner: PartnerRecord) => Details | Refused<Code>,
): Promise<StateChanged | Refused<Code>> =>
  withTransaction(pool, async (tx): Promise<StateChanged | Refused<Code>> => {
    await tx.query('select from partners where partner_id = $1 for no key update', [partnerId])
    const partner = await getPartner(tx, partnerId)
    if (partner === null) return { ok: false, code: 'PARTNER404_NOT_FOUND' }
    const { from, to } = STEPS[step]
    const { state } = partner
    if (state === to) return { ok: true, partner }
    if (state !== from) return { ok: false, code: 'PARTNER409_OTHER_STATE', state }
    const judged = judge(partner)
    if ('ok' in judged) return judged
    await tx.query(
      `update partners set state = $2, revision = revision + 1, updated_at = wasl_now()
      where partner_id = $1`,
      [partnerId, to],
    )
    if (step === 'go-live') await startCanary(tx, partnerId)
    const subject = partnerWireId(partnerId)
    await appendAudit(tx, by, { partnerId, action: `partner.${step}`, subject, details: judged })
    return { ok: true, partner: (await getPartner(tx, partnerId)) ?? partner }
  })

/** The first canary comes within the hour. */
const startCanary = async (tx: pg.ClientBase, partnerId: number): Promise<void> => {
  await tx.query(
    `insert into partner_canaries (partner_id, due_at)
    values ($1::int, ${nextCanary('$1::int')})
    on conflict (partner_id) do nothing`,
    [partnerId],
  )
}
