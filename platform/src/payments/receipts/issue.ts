import type { Pipeline } from '../../base/database/pipeline.ts'
import { findPayment } from '../find.ts'
import type { PaymentRow } from '../payment-row.ts'
import type { MakeTransition } from '../transition.ts'
import { currentSigningKey, type SigningKeyStore } from '../../parties/signing-keys/current.ts'
import { receiptCode, referenceDigest } from './encode.ts'
import { receiptNumber, shortReceiptNumber } from './receipt-number.ts'

export type IssueDeps = SigningKeyStore & {
  hot: Pipeline
  makeTransition: MakeTransition
  publicOrigin: () => string
}

/** Printed forms say the lines of the bill, where the payment has them. */
type ReceiptPayment = Omit<PaymentRow, 'amount_detail' | 'details'> &
  Partial<Pick<PaymentRow, 'amount_detail'>>

/** What a receipt says, and its code. */
export type IssuedReceipt = {
  number: string
  /** To dictate (W237). */
  shortNumber: string
  issuer: string
  payment: ReceiptPayment & { paid_at: Date }
  partner: { name: string; nameAr: string | null }
  channelName: string
  /** Who took the money. */
  agentName: string | null
  /** A test channel took it: no money (W265). The code does not say it. */
  isTest: boolean
  /** Null when the code has the reference itself. */
  referenceSha256: string | null
  code: string
  /** The text of the QR code. */
  url: string
  /** Of the operator: receipts show its local time. */
  timeZone: string
}

export type Issue =
  | { ok: true; receipt: IssuedReceipt }
  | { ok: false; code: 'PAYMENT404_NOT_FOUND' | 'RECEIPT409_NOT_PAID' }

/**
 * The receipt of a channel's payment that was paid (D33). Nothing is stored: the same payment gets the
 * same receipt each time, until another key signs or the partner has another name.
 */
export const issueReceipt = async (
  deps: IssueDeps,
  channel: { channelId: number; name: string },
  paymentId: string,
): Promise<Issue> => {
  const payment = await findPayment(deps, channel.channelId, paymentId)
  return payment === null
    ? { ok: false, code: 'PAYMENT404_NOT_FOUND' }
    : issueReceiptOf(deps, payment, channel.name)
}

/** The same for a payment that was read, with the name of its channel. */
export const issueReceiptOf = async (
  deps: Omit<IssueDeps, 'makeTransition'>,
  payment: ReceiptPayment,
  channelName: string,
): Promise<Issue> => {
  if (!wasPaid(payment)) return { ok: false, code: 'RECEIPT409_NOT_PAID' }
  const { timeZone, agentName, isTest, ...partner } = await readNames(deps.hot, payment)
  const issuer = deps.publicOrigin()
  const number = receiptNumber(payment.payment_id)
  const fields = {
    issuer,
    number,
    paymentId: payment.payment_id,
    partnerName: partner.name,
    reference: payment.reference,
    centimes: payment.amount,
    currency: payment.currency,
    paidAt: payment.paid_at,
  }
  const code = receiptCode(fields, await currentSigningKey(deps, 'receipt'))
  const receipt = {
    number,
    shortNumber: shortReceiptNumber(payment.payment_id),
    issuer,
    payment,
    partner,
    channelName,
    agentName,
    isTest,
    referenceSha256: referenceDigest(payment.reference),
    code,
    url: `${issuer}/r${isTest ? '?test' : ''}#${code}`,
    timeZone,
  }
  return { ok: true, receipt }
}

const wasPaid = (payment: ReceiptPayment): payment is ReceiptPayment & { paid_at: Date } =>
  payment.paid_at !== null

type Names = {
  name: string
  nameAr: string | null
  timeZone: string
  agentName: string | null
  isTest: boolean
}

const readNames = async (
  hot: Pipeline,
  {
    partner_id: partnerId,
    taken_by: takenBy,
    agent_id: agentId,
    channel_id: channelId,
  }: ReceiptPayment,
): Promise<Names> => {
  const [row] = await hot.query<Names>({
    name: 'read-receipt-names',
    text: `
      select name, name_ar as "nameAr", (ledger_calendar()).time_zone as "timeZone",
        (select agents.name from agents where agent_id = $2::int) as "agentName",
        coalesce((select is_test from channels where channel_id = $3::int), false) as "isTest"
      from partners
      where partner_id = $1::int`,
    values: [partnerId, takenBy ?? agentId, channelId],
  })
  if (row === undefined) throw new Error(`there is no partner ${partnerId}`)
  return row
}
