/** The codes of transfers, and the kinds of accounts that each may debit and credit. */
import type { AccountKind } from './account.ts'

type Sides = { debit: readonly AccountKind[]; credit: readonly AccountKind[] }

/** A code and the code that undoes it, which swaps the sides. */
const undone = <Code extends string, Undo extends string>(
  code: Code,
  undo: Undo,
  { debit, credit }: Sides,
) =>
  ({ [code]: { debit, credit }, [undo]: { debit: credit, credit: debit } }) as Record<
    Code | Undo,
    Sides
  >

export const CODES = {
  /** A payment was confirmed: in the confirming statement. */
  COLLECT: { debit: ['cash'], credit: ['partner_payable'] },
  /** A channel reports cash whose confirmation was refused. */
  TAKEN: { debit: ['cash'], credit: ['payer_held'] },
  /** The payer has it back, or the COLLECT of another payment follows. */
  GIVEN_BACK: { debit: ['payer_held'], credit: ['cash', 'bank'] },
  ...undone('REFUND', 'REFUND_EXPIRED', { debit: ['partner_payable'], credit: ['refund_due'] }),
  /** The payer has the refund; the bank returned it. */
  ...undone('REFUND_PAID', 'REFUND_RETURNED', { debit: ['refund_due'], credit: ['cash', 'bank'] }),
  /** A handover was received, as counted; a float was issued or returned. */
  MOVED: { debit: ['cash'], credit: ['cash'] },
  ...undone('FLOAT_FUNDED', 'FLOAT_WITHDRAWN', {
    debit: ['cash'],
    credit: ['float_owed', 'bank'],
  }),
  /** A payment with centimes was paid in coins, rounded to the dinar: in the confirming statement. */
  ...undone('ROUNDED_UP', 'ROUNDED_DOWN', { debit: ['cash'], credit: ['over_short'] }),
  BAGGED: { debit: ['in_transit'], credit: ['cash'] },
  /** The bank confirmed the deposit. */
  BANKED: { debit: ['bank'], credit: ['in_transit'] },
  /** A count differs from the balance. */
  ...undone('COUNT_SHORT', 'COUNT_OVER', { debit: ['variance'], credit: ['cash', 'in_transit'] }),
  SHORT: { debit: ['agent_receivable', 'over_short'], credit: ['variance'] },
  OVER: { debit: ['variance'], credit: ['over_short', 'payer_held'] },
  /** An agent paid a shortage. */
  RECOVERED: { debit: ['cash', 'bank'], credit: ['agent_receivable'] },
  /** A channel paid by bank what it had taken. */
  REMITTANCE: { debit: ['bank'], credit: ['cash'] },
  /** A channel kept its commission. */
  NETTED: { debit: ['channel_payable'], credit: ['cash'] },
  ...undone('FEE', 'FEE_BACK', { debit: ['partner_payable'], credit: ['fee_income'] }),
  ...undone('FEE_VAT', 'FEE_VAT_BACK', { debit: ['partner_payable'], credit: ['vat_payable'] }),
  COMMISSION: { debit: ['commission_expense'], credit: ['channel_payable'] },
  COMMISSION_VAT: { debit: ['vat_recoverable'], credit: ['channel_payable'] },
  COMMISSION_PAID: { debit: ['channel_payable'], credit: ['bank'] },
  ...undone('PAYOUT', 'PAYOUT_RETURNED', { debit: ['partner_payable'], credit: ['bank'] }),
  /** A partner paid its debit. */
  TOPUP: { debit: ['bank'], credit: ['partner_payable'] },
  BANK_FEE: { debit: ['bank_charges'], credit: ['bank'] },
  ...undone('SUSPENSE_IN', 'SUSPENSE_OUT', { debit: ['bank'], credit: ['suspense'] }),
  /** The operator's fees leave the account with the partners' money. */
  SWEPT: { debit: ['bank'], credit: ['bank'] },
} as const satisfies Record<string, Sides>

/** Every code: those above, and the two whose accounts are given by hand or by an archive. */
export type TransferCode = keyof typeof CODES | 'OPENING' | 'ADJUST'

/** Whether a code allows these sides. OPENING and ADJUST are checked by what writes them. */
export const allows = (code: TransferCode, debit: AccountKind, credit: AccountKind): boolean => {
  if (code === 'OPENING') return debit === 'opening' || credit === 'opening'
  if (code === 'ADJUST') return debit !== 'bank' && credit !== 'bank'
  const sides: Sides = CODES[code]
  return sides.debit.includes(debit) && sides.credit.includes(credit)
}
