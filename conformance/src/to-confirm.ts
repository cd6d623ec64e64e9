/** What only a person can see: the amount that was read, and the books after a run. */
import { shownAmount } from './amount.ts'
import type { Exchange } from './http/exchange.ts'
import { fieldOf } from './json.ts'
import type { CheckResult } from './report.ts'
import type { Session } from './session.ts'

/**
 * Sentences for the end of a report. An amount in centimes, a copy that is booked again, and an event
 * that is acknowledged and lost all look correct from outside.
 */
export const toConfirm = (session: Session, checks: readonly CheckResult[]): string[] => {
  const { references, amount, someReference, history } = session
  const sentences: string[] = []
  const total = amount === undefined ? totalRead(history, someReference) : null
  if (total !== null) {
    sentences.push(
      `The amount of ${JSON.stringify(someReference)} was read as ${shownAmount(total)} DZD. Is this its price in ` +
        `dinars, not in centimes? To make it a check: --amount ${total}`,
    )
  }
  const paid = checks.some(({ group, outcome }) => group === 'payment' && outcome === 'passed')
  const sold = checks.some(({ group, outcome }) => group === 'qr' && outcome === 'passed')
  const booked = [
    ...(paid ? (references.pay ?? []).map((reference) => JSON.stringify(reference)) : []),
    ...(sold && references.qr !== undefined ? ['one sale of 10.00 DZD by the QR code'] : []),
  ]
  if (booked.length > 0) {
    sentences.push(
      `Look into your books: ${booked.join(', ')} must be there once, each with one payment. Copies of events ` +
        'were sent, and no answer shows whether they were booked again, or booked at all.',
    )
  }
  return sentences
}

const totalRead = (history: readonly Exchange[], reference: string): number | null => {
  for (const { json } of history) {
    const total = fieldOf(json?.value, 'total_amount')
    if (typeof total === 'number' && fieldOf(json?.value, 'reference') === reference) return total
  }
  return null
}
