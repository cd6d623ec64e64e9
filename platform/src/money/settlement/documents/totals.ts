import type { Centimes } from '@wasl/protocol'
import type { StatementLine } from '../statements/statement.ts'

export type Totals = { count: number; amount: Centimes; fee: Centimes }

export const NO_TOTALS: Totals = { count: 0, amount: 0, fee: 0 }

export const addLine = (
  { count, amount, fee }: Totals,
  line: Pick<StatementLine, 'amount' | 'fee'>,
): Totals => ({ count: count + 1, amount: amount + line.amount, fee: fee + line.fee })
