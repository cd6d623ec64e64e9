/** The books of the operator over HTTP (D31). */
import { z } from 'zod'
import { businessDateSchema } from './business-date.ts'
import { partnerIdSchema } from './ids.ts'
import { listOf } from './lists.ts'
import { amountSchema, currencySchema, sumSchema } from './money.ts'
import { named } from './named.ts'
import { requestObject } from './request-object.ts'
import { reasonSchema } from './custody.ts'
import { timeSchema } from './time.ts'

export const ACCOUNT_KINDS = [
  /** What an agent, a channel or a channel's safe has taken and not handed over. */
  'cash',
  /** Cash on its way to the bank; the owner is the bag. */
  'in_transit',
  /** The operator's bank accounts: `clients` has the partners' money, `own` the operator's. */
  'bank',
  'bank_charges',
  'partner_payable',
  /** What was refunded, and the payer has not received yet; the owner is the partner. */
  'refund_due',
  /** Cash whose confirmation was refused; the owner is the case. */
  'payer_held',
  /** Cash that the operator has lent to a channel. */
  'float_owed',
  /** A difference found by a count, until it is decided; the owner is the variance. */
  'variance',
  'agent_receivable',
  'over_short',
  'channel_payable',
  'fee_income',
  'vat_payable',
  'commission_expense',
  'vat_recoverable',
  /** A bank line that nothing matches yet; the owner is the line. */
  'suspense',
  /** The other side of the balances with which the books, or a month after an archive, begin. */
  'opening',
] as const

export const accountKindSchema = z.enum(ACCOUNT_KINDS)

/** The wire id of a partner, agent or channel, another id, or a word such as `operator`. */
export const accountOwnerSchema = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, { message: 'expected an owner such as agt_12 or prt_1001' })

const ACCOUNT = {
  kind: accountKindSchema,
  owner: accountOwnerSchema.meta({ description: 'Whose account it is, such as prt_1001.' }),
}

export const ledgerAccount = z.object(ACCOUNT)

const SUMS = {
  debits: sumSchema,
  credits: sumSchema,
  balance: sumSchema.meta({ description: 'Debits minus credits.' }),
  currency: currencySchema,
}

export const completeThroughSchema = businessDateSchema.nullable().meta({
  description:
    'The last sealed business date: nothing enters it or an earlier one any more. Null before the ' +
    'first is sealed.',
})

/** The days that one list of transfers reads at most, beginning with the last. */
export const TRANSFER_DAYS_MAX = 366

export const ledgerBalance = z.object({ ...ACCOUNT, ...SUMS })

export const ledgerBalanceList = listOf(ledgerBalance).extend({
  completeThrough: completeThroughSchema,
})

export const ledgerTransfer = z.object({
  source: z.guid().meta({ description: 'The payment, refund, handover, statement, … behind it.' }),
  code: z.string().meta({ description: 'What happened, such as COLLECT.' }),
  line: z
    .int()
    .meta({ description: 'The number among those of one source and code; -n reverses n.' }),
  partnerId: partnerIdSchema.nullable().meta({ description: 'The partner that it is about.' }),
  debit: ledgerAccount,
  credit: ledgerAccount,
  amount: amountSchema,
  currency: currencySchema,
  actor: z.string().meta({ description: 'Who caused it: the id of a key, or platform.' }),
  at: timeSchema,
  businessDate: businessDateSchema,
})

export const ledgerTransferList = listOf(ledgerTransfer).extend({
  completeThrough: completeThroughSchema,
})

export const trialBalanceLine = z.object({ kind: accountKindSchema, ...SUMS })

export const trialBalance = z.object({
  at: businessDateSchema.nullable().meta({ description: 'Null: now, with the open days.' }),
  completeThrough: completeThroughSchema,
  items: z.array(trialBalanceLine),
  total: z.object(SUMS).meta({ description: 'Its balance is 0.' }),
})

export const ADJUSTMENT_STATUSES = ['proposed', 'approved', 'declined'] as const

/** `POST /operator/v1/ledger/adjustments` */
export const adjustmentRequest = requestObject({
  debit: requestObject(ACCOUNT),
  credit: requestObject(ACCOUNT),
  amount: amountSchema,
  reason: reasonSchema,
})

export const adjustment = z.object({
  adjustmentId: z.guid().meta({ description: 'The source of its transfer.' }),
  status: z.enum(ADJUSTMENT_STATUSES),
  debit: ledgerAccount,
  credit: ledgerAccount,
  amount: amountSchema,
  currency: currencySchema,
  reason: z.string(),
  madeBy: z.string().meta({ description: 'The holder of the key that proposed it.' }),
  madeAt: timeSchema,
  decidedBy: z.string().nullable(),
  decidedAt: timeSchema.nullable(),
})

export const adjustmentList = listOf(adjustment)

named({
  AccountKind: accountKindSchema,
  Adjustment: adjustment,
  AdjustmentList: adjustmentList,
  AdjustmentRequest: adjustmentRequest,
  LedgerAccount: ledgerAccount,
  LedgerBalanceList: ledgerBalanceList,
  LedgerTransfer: ledgerTransfer,
  LedgerTransferList: ledgerTransferList,
  TrialBalance: trialBalance,
})

export type AccountKind = z.infer<typeof accountKindSchema>
export type Adjustment = z.infer<typeof adjustment>
export type LedgerBalance = z.infer<typeof ledgerBalance>
export type LedgerTransfer = z.infer<typeof ledgerTransfer>
export type TrialBalance = z.infer<typeof trialBalance>
