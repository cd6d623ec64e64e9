/** What somebody outside can name by an id of ours, and where it is when we know it (W286). Pure. */

type Place = { table: string; column: string; isOfPartner: boolean }

const ofPartner = (table: string, column: string): Place => ({ table, column, isOfPartner: true })
const ofNobody = (table: string, column: string): Place => ({ table, column, isOfPartner: false })

/** By the name of the parameter in the path of an operation. */
export const NAMED = {
  paymentId: ofPartner('payments', 'payment_id'),
  eventId: ofPartner('webhook_events', 'event_id'),
  refundId: ofPartner('refunds', 'refund_id'),
  payoutId: ofPartner('payouts', 'payout_id'),
  caseId: ofPartner('cases', 'case_id'),
  // Of a channel, the partner is 0.
  statementId: ofPartner('statements', 'statement_id'),
  shiftId: ofNobody('shifts', 'shift_id'),
  handoverId: ofNobody('handovers', 'handover_id'),
  depositId: ofNobody('deposits', 'deposit_id'),
  remittanceId: ofNobody('remittances', 'remittance_id'),
  floatId: ofNobody('floats', 'float_id'),
  batchId: ofNobody('payout_batches', 'batch_id'),
  varianceId: ofNobody('variances', 'variance_id'),
} as const satisfies Record<string, Place>

export type NamedKind = keyof typeof NAMED

/** SQL of whether the database knows `id`, a thing of the partner $1 if that kind is of partners. */
export const isKnownSql = (kind: NamedKind, id: string): string => {
  const { table, column, isOfPartner }: Place = NAMED[kind]
  // So that the statement has the same parameters for all.
  const partner = isOfPartner ? 'partner_id = $1' : '$1::int is not null'
  return `exists (select from ${table} where ${partner} and ${column} = ${id})`
}
