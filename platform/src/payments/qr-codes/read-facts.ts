import type { PartnerState, PartnerStatus, QrCodeKind, QrCodeStatus } from '@wasl/protocol'
import { wallClock } from '../../base/chance.ts'
import { readWithin, type IdRange } from '../../base/database/id-range.ts'
import type { Statement } from '../../base/database/pipeline.ts'
import {
  CONFIGURATION_COLUMNS,
  configurationOf,
  joinPayment,
  type ConfigurationRow,
} from './configuration-row.ts'
import type { Code } from './configuration.ts'
import type { LastScan } from './payment-decision.ts'
import { partnerOfQrToken } from './token.ts'

/** A code with everything that its rules depend on, as of `at`. */
export type QrCodeFacts = Code & {
  partnerId: number
  token: string
  label: string
  /** Grows with every change that a payment must notice. */
  revision: number
  partnerName: string
  partnerNameAr: string | null
  partnerCity: string | null
  partnerStatus: PartnerStatus
  partnerState: PartnerState
  /** What the calling channel last saw; null when it has not scanned the code. */
  shown: LastScan | null
  /** Whose payment has the single use; null when none has it, or its month was dropped. */
  user: CodeUser | null
  /** The payment that took the single use last, also when it was released; null when none did. */
  previousId: string | null
  at: Date
}

/** Of the payment that has the single use. */
export type CodeUser = {
  channel_id: number
  agent_id: number | null
  opened_at: Date
  paid_agent_id: number | null
  paid_agent_name: string | null
}

/** Runs a statement, in a transaction or on a pipelined connection. */
export type Query = (statement: Statement) => Promise<unknown[]>

/** The code with this token; null when none has it. */
export const readQrCode = async (
  query: Query,
  token: string,
  channelId: number | null = null,
): Promise<QrCodeFacts | null> => {
  const partnerId = partnerOfQrToken(token)
  if (partnerId === null) return null
  const read = async (ids: IdRange): Promise<FactsRow | undefined> => {
    const values = [partnerId, token, channelId, ...ids]
    const [row] = (await query({ name: 'read-qr-code', text: READ_CODE, values })) as FactsRow[]
    return row
  }
  const row = await readWithin(wallClock(), read, ({ use_id }) => use_id)
  return row === undefined ? null : factsOf(row)
}

type FactsRow = {
  partner_id: number
  token: string
  code_kind: QrCodeKind
  label: string
  status: QrCodeStatus
  revision: number
  created_at: Date
  partner_name: string
  name_ar: string | null
  city: string | null
  partner_status: PartnerStatus
  partner_state: PartnerState
  was_scanned: boolean
  shown_id: string | null
  /** Of the payment that took the single use, also when it was released. */
  use_id: string | null
  at: Date
} & { [Column in keyof CodeUser]: CodeUser[Column] | null } & {
  [Column in keyof ConfigurationRow]: ConfigurationRow[Column] | null
}

const factsOf = (row: FactsRow): QrCodeFacts => ({
  partnerId: row.partner_id,
  token: row.token,
  kind: row.code_kind,
  label: row.label,
  status: row.status,
  revision: row.revision,
  createdAt: row.created_at,
  newest: row.configuration_id === null ? null : configurationOf(row as ConfigurationRow),
  partnerName: row.partner_name,
  partnerNameAr: row.name_ar,
  partnerCity: row.city,
  partnerStatus: row.partner_status,
  partnerState: row.partner_state,
  shown: row.was_scanned ? { configurationId: row.shown_id } : null,
  previousId: row.use_id,
  user: row.channel_id === null ? null : (row as CodeUser),
  at: row.at,
})

/**
 * Each part uses its own index. Of the configurations, it reads the present one, or the one that
 * ended last.
 */
const READ_CODE = `
select code.partner_id, code.token, code.kind as code_kind, code.label, code.status,
  code.revision, code.created_at, partners.name as partner_name, partners.name_ar, partners.city,
  partners.status as partner_status, partners.state as partner_state,
  ${CONFIGURATION_COLUMNS},
  scan.channel_id is not null as was_scanned, scan.configuration_id as shown_id, wasl_now() as at,
  use.payment_id as use_id, payment.channel_id, payment.agent_id, payment.opened_at, agent.agent_id as paid_agent_id,
  agent.name as paid_agent_name
from qr_codes code
join partners using (partner_id)
left join lateral (
  select *
  from qr_configurations
  where partner_id = code.partner_id and token = code.token
  order by ended_at desc nulls first
  limit 1
) as configuration on true
${joinPayment(['$4::uuid', '$5::uuid'])}
left join agents agent on agent.agent_id = coalesce(payment.taken_by, payment.agent_id)
left join qr_scans scan
  on scan.partner_id = code.partner_id and scan.token = code.token and scan.channel_id = $3::int
where code.partner_id = $1::int and code.token = $2::text
`
