/** Stops a payment whose price looks like centimes. An answer of 59980 for 599.80 is a valid one. */
import { centimesFromDinars, type OperatorPaymentRecord } from '@wasl/protocol'
import { refused } from '../problem.ts'
import { lookUpAmount } from '../trigger/look-up-amount.ts'
import type { Session } from './session.ts'

/** Dinars are written as centimes by this factor. */
const SUSPICIOUS_FACTOR = 100

/** @param amount the price that the developer expects; null: at most a hundred times the last one. */
export const checkPrice = async (
  session: Session,
  reference: string,
  amount: number | null,
): Promise<void> => {
  const last = amount === null ? await lastPrice(session) : null
  if (amount === null && last === null) return
  const { apiUrl, accounts } = session
  const { apiSecret } = accounts.partner
  const { amount: asked } = await lookUpAmount(session.send, { apiUrl, reference, apiSecret })
  // The platform's own lookup says what is wrong with the answer.
  if (asked === null || !centimesFromDinars(asked).ok) return
  if (amount !== null) {
    if (asked === amount) return
    throw refused(
      `${reference}: expected ${dinars(amount)} by --amount, and your server answered ${dinars(asked)}. Nothing was opened.`,
      'total_amount is in dinars, not in centimes: 599.80.',
    )
  }
  if (last === null || asked < last * SUSPICIOUS_FACTOR) return
  const times = Math.floor(asked / last)
  throw refused(
    `${reference}: your server asks for ${dinars(asked)}, ${times} times the last price (${dinars(last)}). Nothing was opened.`,
    'Is it in centimes? total_amount is in dinars: 599.80.',
    `If the price is right: wasl dev pay ${quoted(reference)} --amount ${asked}`,
  )
}

const dinars = (amount: number): string => `${amount.toFixed(2)} DZD`

/** For a shell and for the prompt of `wasl dev`. */
const quoted = (reference: string): string =>
  /^[\w./-]+$/.test(reference) ? reference : `'${reference.replaceAll("'", String.raw`'\''`)}'`

const lastPrice = async ({ api, accounts, operatorKey }: Session): Promise<number | null> => {
  const { partnerId } = accounts.partner
  const { items } = await api.call<{ items: OperatorPaymentRecord[] }>(
    'GET',
    `/operator/v1/payments?partnerId=${partnerId}&limit=20`,
    operatorKey,
  )
  // The payer types the amount of a QR code.
  return items.find(({ qrCodeToken }) => qrCodeToken === null)?.amount ?? null
}
