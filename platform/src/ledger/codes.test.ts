import { describe, expect, test } from 'vitest'
import { allows, CODES, type TransferCode } from './codes.ts'

describe('the codes of transfers', () => {
  test.for([
    ['REFUND', 'REFUND_EXPIRED'],
    ['REFUND_PAID', 'REFUND_RETURNED'],
    ['FLOAT_FUNDED', 'FLOAT_WITHDRAWN'],
    ['COUNT_SHORT', 'COUNT_OVER'],
    ['ROUNDED_UP', 'ROUNDED_DOWN'],
    ['FEE', 'FEE_BACK'],
    ['FEE_VAT', 'FEE_VAT_BACK'],
    ['PAYOUT', 'PAYOUT_RETURNED'],
    ['SUSPENSE_IN', 'SUSPENSE_OUT'],
  ] as const)('%s is undone by %s', ([code, undo]) => {
    expect(CODES[undo]).toEqual({ debit: CODES[code].credit, credit: CODES[code].debit })
  })

  test.for([
    ['COLLECT', 'cash', 'partner_payable', true],
    ['COLLECT', 'bank', 'partner_payable', false],
    ['PAYOUT', 'partner_payable', 'bank', true],
    ['PAYOUT', 'bank', 'partner_payable', false],
    ['ADJUST', 'over_short', 'agent_receivable', true],
    ['ADJUST', 'bank', 'over_short', false],
    ['ADJUST', 'over_short', 'bank', false],
    ['OPENING', 'opening', 'cash', true],
    ['OPENING', 'cash', 'bank', false],
  ] as const satisfies [TransferCode, ...unknown[]][])(
    '%s from %s to %s: allowed is %s',
    ([code, debit, credit, expected]) => {
      expect(allows(code, debit, credit)).toBe(expected)
    },
  )
})
