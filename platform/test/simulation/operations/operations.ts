import * as bank from './bank.ts'
import * as cases from './cases.ts'
import * as cash from './cash.ts'
import * as custody from './custody.ts'
import type { Operation } from './operation.ts'
import * as payments from './payments.ts'
import * as periodic from './periodic.ts'
import * as codes from './qr-codes.ts'
import * as refunds from './refunds.ts'
import * as statements from './statements.ts'
import * as settings from './settings.ts'
import { status } from './status.ts'
import { redeliver } from './webhooks.ts'

/**
 * An operation with how often it is called beside the others of its theme. Those of the books need
 * payments that were paid some time ago, and those of custody need cash.
 */
type Theme = 'usual' | 'books' | 'custody'
type Entry = { run: Operation; weight: number; theme: Theme }

const of =
  (theme: Theme) =>
  (run: Operation, weight: number): Entry => ({ run, weight, theme })
const usual = of('usual')
const ofBooks = of('books')
const ofCustody = of('custody')

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
  'fund float': ofCustody(custody.fund, 4),
  'offer cash': ofCustody(custody.offer, 8),
  'receive cash': ofCustody(custody.receive, 8),
  'end offer': ofCustody(custody.endOffer, 2),
  'bag cash': ofCustody(custody.bag, 10),
  'deposit bag': ofCustody(custody.deposit, 10),
  'credit bag': ofCustody(custody.creditBag, 5),
  'decide variance': ofCustody(custody.decideDifference, 4),
  'import bank lines': ofCustody(bank.importLines, 7),
  'match bank line': ofCustody(bank.matchLine, 8),
  'match certain lines': ofCustody(bank.matchCertain, 3),
  'report case': ofCustody(cases.reportCase, 6),
  'end case': ofCustody(cases.endCase, 6),
  'change partner': ofCustody(settings.changePartner, 2),
  'change settlement': ofCustody(settings.changeSettlement, 1),
} as const satisfies Record<string, Entry>

export type OperationName = keyof typeof OPERATIONS
