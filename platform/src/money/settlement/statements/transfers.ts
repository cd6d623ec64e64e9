import { OPERATOR, payableTo, type Account } from '../../../ledger/account.ts'
import type { NewTransfer } from '../../../ledger/post.ts'
import { isChannel, type Owner } from '../fees/owner.ts'
import type { Charge } from './figures.ts'

/**
 * The transfer of a charge of a statement. A partner pays FEE and FEE_VAT; FEE_BACK and FEE_VAT_BACK give
 * back. A channel earns COMMISSION and COMMISSION_VAT; what refunds take back reverses the line.
 */
export const transferOf = (
  { partnerId, owner }: Owner,
  sourceId: string,
  { code, line, amount }: Charge,
  actor: string,
): NewTransfer => {
  const isVat = code.startsWith('FEE_VAT')
  const isBack = code.endsWith('_BACK')
  const common = { partnerId, sourceId, amount, actor }
  if (isChannel({ partnerId })) {
    const expense: Account = {
      kind: isVat ? 'vat_recoverable' : 'commission_expense',
      owner: OPERATOR,
    }
    const payable: Account = { kind: 'channel_payable', owner }
    return {
      ...common,
      code: isVat ? 'COMMISSION_VAT' : 'COMMISSION',
      line: isBack ? -line : line,
      debit: isBack ? payable : expense,
      credit: isBack ? expense : payable,
    }
  }
  const income: Account = { kind: isVat ? 'vat_payable' : 'fee_income', owner: OPERATOR }
  const payable = payableTo(partnerId)
  return {
    ...common,
    code,
    line,
    debit: isBack ? income : payable,
    credit: isBack ? payable : income,
  }
}
