/** The figures of a statement, from the sums of its lines. Pure. */
import type { Centimes, ChannelKind } from '@wasl/protocol'
import { BASIS_POINTS_MAX, shareOf } from '../fees/fee.ts'
import type { Figures, StatementFee } from './statement.ts'

/** Sums of lines of one kind of channel and one VAT rate; the kind is null for lines without a payment. */
export type LineSums = {
  channelKind: ChannelKind | null
  vatBasisPoints: number
  lines: number
  payments: number
  gross: Centimes
  refunds: Centimes
  adjustments: Centimes
  fee: Centimes
  feeBack: Centimes
}

/** What one transfer of the statement charges, or gives back. */
export type Charge = {
  code: 'FEE' | 'FEE_BACK' | 'FEE_VAT' | 'FEE_VAT_BACK'
  line: number
  amount: Centimes
}

export type Computed = {
  figures: Figures
  fees: FeeLine[]
  charges: Charge[]
}

/**
 * VAT is rounded once for each rate, for the fees and for what goes back apart: an invoice and a credit
 * note are two documents.
 *
 * @param before the net of the statement before; 0 without one.
 * @param sign 1 for a channel, which earns the fees; -1 for a partner, which pays them.
 */
export const compute = (sums: readonly LineSums[], before: Centimes, sign: 1 | -1): Computed => {
  const lines = sums.flatMap(chargedOf).toSorted(inOrder)
  for (const [index, fee] of lines.entries()) fee.line = index + 1
  const rates = [...Map.groupBy(lines, ({ vatBasisPoints }) => vatBasisPoints).values()]
  const charges = [
    ...lines.flatMap(({ line, fee, feeBack }): Charge[] => [
      { code: 'FEE', line, amount: fee },
      { code: 'FEE_BACK', line, amount: feeBack },
    ]),
    ...rates.flatMap(vatOf),
  ].filter(({ amount }) => amount !== 0)
  const charged = (code: Charge['code']): Centimes =>
    total(charges.filter((charge) => charge.code === code).map(({ amount }) => amount))
  const sumOf = (pick: (row: LineSums) => Centimes): Centimes => total(sums.map(pick))
  const owed = {
    gross: sumOf(({ gross }) => gross),
    refunds: sumOf(({ refunds }) => refunds),
    fees: charged('FEE'),
    feesBack: charged('FEE_BACK'),
    vat: charged('FEE_VAT'),
    vatBack: charged('FEE_VAT_BACK'),
    adjustments: sumOf(({ adjustments }) => adjustments),
    carriedForward: Math.min(before, 0),
  }
  const charge = owed.fees - owed.feesBack + owed.vat - owed.vatBack
  const moved = sign > 0 ? 0 : owed.gross - owed.refunds + owed.adjustments
  const figures = {
    lines: sumOf((row) => row.lines),
    payments: sumOf((row) => row.payments),
    ...owed,
    net: moved + sign * charge + owed.carriedForward,
  }
  return { figures, fees: lines, charges }
}

type FeeLine = StatementFee & { line: number }

/** Its line is numbered later, in order. */
const chargedOf = (row: LineSums): FeeLine[] => {
  const { channelKind, vatBasisPoints, payments, fee, feeBack } = row
  if (channelKind !== null) {
    return [{ channelKind, vatBasisPoints, payments, fee, feeBack, line: 0 }]
  }
  if (row.payments > 0) throw new Error(`${row.payments} payments have no channel`)
  return []
}

const inOrder = (one: StatementFee, other: StatementFee): number =>
  one.channelKind.localeCompare(other.channelKind) || one.vatBasisPoints - other.vatBasisPoints

const vatOf = (ofRate: readonly FeeLine[]): Charge[] => {
  const [first] = ofRate
  if (first === undefined) return []
  const { line, vatBasisPoints } = first
  const vat = (amounts: Centimes[]): Centimes =>
    shareOf(total(amounts), vatBasisPoints, BASIS_POINTS_MAX)
  return [
    { code: 'FEE_VAT', line, amount: vat(ofRate.map(({ fee }) => fee)) },
    { code: 'FEE_VAT_BACK', line, amount: vat(ofRate.map(({ feeBack }) => feeBack)) },
  ]
}

const total = (amounts: readonly Centimes[]): Centimes => {
  const sum = amounts.reduce((added, amount) => added + amount, 0)
  if (!Number.isSafeInteger(sum)) throw new RangeError('a sum of a statement is too large')
  return sum
}
