import {
  dinarsFromSum,
  type Centimes,
  type NextStatement,
  type OperatorStatement,
  type StatementRecord,
  type UninvoicedFees,
} from '@wasl/protocol'
import { isChannel } from '../../money/settlement/fees/owner.ts'
import type { Figures, Statement } from '../../money/settlement/statements/statement.ts'
import type { Uninvoiced } from '../../money/settlement/statements/uninvoiced.ts'
import { partnerWireId } from '../../base/wire-ids.ts'

/** A statement as an operator sees it: also while it is open. */
export const operatorStatementOf = (statement: Statement): OperatorStatement => {
  const { figures, owner, partnerId } = statement
  const sums = figures === null ? NO_SUMS : sumsOf(figures)
  return {
    statementId: statement.statementId,
    partnerId: isChannel(statement) ? null : partnerWireId(partnerId),
    channelId: isChannel(statement) ? owner : null,
    number: statement.number,
    creditNoteNumber: statement.creditNoteNumber,
    from: statement.from,
    to: statement.until,
    status: statement.status,
    lines: figures?.lines ?? null,
    payments: figures?.payments ?? null,
    ...sums,
    feesBack: orNull(figures?.feesBack),
    vatBack: orNull(figures?.vatBack),
    paid: dinarsFromSum(statement.paid),
    currency: statement.currency,
    breakdown: statement.fees.map(({ fee, feeBack, ...kind }) => ({
      ...kind,
      fees: dinarsFromSum(fee),
      feesBack: dinarsFromSum(feeBack),
    })),
    openedAt: statement.openedAt.toISOString(),
    closedAt: statement.closedAt?.toISOString() ?? null,
    closedBy: statement.closedBy,
    approvedAt: statement.approvedAt?.toISOString() ?? null,
    approvedBy: statement.approvedBy,
    paidAt: statement.paidAt?.toISOString() ?? null,
  }
}

/** A closed statement as its partner sees it (D32); null while it is open. */
export const statementRecordOf = (statement: Statement): StatementRecord | null => {
  const { figures, number, closedAt, status } = statement
  if (figures === null || number === null || closedAt === null || status === 'open') return null
  return {
    statementId: statement.statementId,
    number,
    from: statement.from,
    to: statement.until,
    status,
    ...sumsOf(figures),
    currency: statement.currency,
    closedAt: closedAt.toISOString(),
    paidAt: statement.paidAt?.toISOString() ?? null,
  }
}

export const uninvoicedOf = ({ partnerId, from, figures }: Uninvoiced): UninvoicedFees => {
  const { carriedForward: _, ...sums } = sumsOf(figures)
  return { partnerId: partnerWireId(partnerId), from, payments: figures.payments, ...sums }
}

export const nextStatementOf = ({ from, figures }: Uninvoiced): NextStatement => ({
  from,
  payments: figures.payments,
  ...sumsOf(figures),
  currency: 'DZD',
})

/** The sums of D32: fees and VAT without what refunds gave back. */
const sumsOf = (figures: Figures) => ({
  gross: dinarsFromSum(figures.gross),
  refunds: dinarsFromSum(figures.refunds),
  fees: dinarsFromSum(figures.fees - figures.feesBack),
  vat: dinarsFromSum(figures.vat - figures.vatBack),
  adjustments: dinarsFromSum(figures.adjustments),
  carriedForward: dinarsFromSum(figures.carriedForward),
  net: dinarsFromSum(figures.net),
})

const NO_SUMS = {
  gross: null,
  refunds: null,
  fees: null,
  vat: null,
  adjustments: null,
  carriedForward: null,
  net: null,
} as const

const orNull = (sum: Centimes | undefined): number | null =>
  sum === undefined ? null : dinarsFromSum(sum)
