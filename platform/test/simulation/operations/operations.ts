import * as cash from './cash.ts'
import type { Operation } from './operation.ts'
import * as payments from './payments.ts'
import * as periodic from './periodic.ts'
import * as codes from './qr-codes.ts'
import * as refunds from './refunds.ts'
import * as statements from './statements.ts'
import { status } from './status.ts'
import { redeliver } from './webhooks.ts'

/**
 * An operation with how often it is called beside the others. Those of the books need payments that
 * were paid some time ago.
 */
type Entry = { run: Operation; weight: number; isOfBooks: boolean }

const usual = (run: Operation, weight: number): Entry => ({ run, weight, isOfBooks: false })
const ofBooks = (run: Operation, weight: number): Entry => ({ run, weight, isOfBooks: true })

/** Every kind of operation. */
export const OPERATIONS = {
  open: usual(payments.open, 30),
  confirm: usual(payments.confirm, 22),
  cancel: usual(payments.cancel, 6),
  fail: usual(payments.fail, 3),
  read: usual(payments.read, 4),
  status: usual(status, 6),
  redeliver: usual(redeliver, 3),
  scan: usual(codes.scan, 4),
  'set amounts': usual(codes.setAmounts, 4),
  'unset amounts': usual(codes.unsetAmounts, 1),
  'pay by code': usual(codes.payByCode, 8),
  'expire locks': usual(periodic.expireLocks, 6),
  'forget old keys': usual(periodic.forgetKeys, 1),
  repair: usual(periodic.repair, 1),
  'roll up the ledger': usual(periodic.rollUp, 4),
  'close days': usual(periodic.closeBusinessDays, 4),
  'begin shift': usual(cash.beginShift, 2),
  // A code for the payer costs more processor time than anything else.
  refund: ofBooks(refunds.refund, 4),
  'decide refund': ofBooks(refunds.decideRefund, 2),
  'redeem refund': ofBooks(refunds.redeem, 3),
  'expire refunds': ofBooks(periodic.lapseRefunds, 1),
  'count cash': ofBooks(cash.countCash, 4),
  'end shift': ofBooks(cash.endShift, 1),
  remit: ofBooks(cash.remit, 9),
  'bank remittance': ofBooks(cash.bankIt, 9),
  'close due statements': ofBooks(statements.closeDue, 3),
  'close statement': ofBooks(statements.close, 5),
  'approve statement': ofBooks(statements.approve, 5),
  'propose payout': ofBooks(statements.propose, 5),
  'pay statement out': ofBooks(statements.payStatementOut, 12),
  'move payout': ofBooks(statements.movePayout, 6),
} as const satisfies Record<string, Entry>

export type OperationName = keyof typeof OPERATIONS
