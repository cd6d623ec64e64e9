import type pg from 'pg'
import { partnerWireId } from '../../base/wire-ids.ts'

export type Code = { partnerId: string; token: string; label: string }

type Row = { partner_id: number; token: string; kind: 'static' | 'dynamic'; label: string }

/** The codes that ask for a single use which nobody had paid at the moment of the restore. */
const UNPAID = `
  select code.partner_id, code.token, code.kind, code.label, code.status
  from qr_codes code join qr_configurations asked using (partner_id, token)
  where asked.kind = 'SINGLE_USE' and asked.ended_at is null and not exists (
    select from qr_single_uses used left join payments using (partner_id, payment_id)
    where used.partner_id = asked.partner_id and used.configuration_id = asked.configuration_id
      and coalesce(used.paid_at, payments.paid_at) is not null
  )`

type Unpaid = { counts: Record<string, number>; codes: Code[] }

const told = (rows: readonly Row[]): Unpaid => {
  const dynamic = rows.filter(({ kind }) => kind === 'dynamic')
  return {
    counts: { amounts: rows.length - dynamic.length, codes: dynamic.length },
    codes: dynamic.map(({ partner_id: partnerId, token, label }) => ({
      partnerId: partnerWireId(partnerId),
      token,
      label,
    })),
  }
}

export const countUnpaid = async (client: pg.ClientBase): Promise<Unpaid> => {
  const { rows } = await client.query<Row>(
    `select * from (${UNPAID}) as unpaid where kind = 'static' or status = 'active'
    order by partner_id, token`,
  )
  return told(rows)
}

/**
 * For a QR code the platform asks no partner, and the database has forgotten who paid after the moment. So
 * static codes lose their unpaid single use, and unpaid dynamic codes are disabled until somebody has
 * compared the books of the channels.
 */
export const wipeUnpaid = async (tx: pg.ClientBase): Promise<Unpaid> => {
  const { rows } = await tx.query<Row>(
    `with unpaid as (${UNPAID}), removed as (
      update qr_configurations asked
      set ended_by = 'unset', unset_by = 'operator after a restore', ended_at = greatest(wasl_now(), set_at)
      from unpaid
      where (asked.partner_id, asked.token, unpaid.kind) = (unpaid.partner_id, unpaid.token, 'static')
        and asked.ended_at is null
      returning unpaid.partner_id, unpaid.token, unpaid.kind, unpaid.label
    ), disabled as (
      update qr_codes code set status = 'disabled', revision = code.revision + 1, updated_at = wasl_now()
      from unpaid
      where (code.partner_id, code.token, unpaid.kind) = (unpaid.partner_id, unpaid.token, 'dynamic')
        and code.status = 'active'
      returning code.partner_id, code.token, unpaid.kind, code.label
    )
    select * from removed union all select * from disabled order by partner_id, token`,
  )
  return told(rows)
}
