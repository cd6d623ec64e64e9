/** What the books of the platform say of the cash of a shift's payers. */
import type { Installation } from '../../../platform/test/support/installation.ts'
import type { PlatformProcess } from '../../../platform/test/support/platform-process.ts'
import type { TestChannel } from '../../../platform/test/support/node.ts'
import type { Payer } from './shift.ts'

type Desk = { installation: Installation; platform: PlatformProcess; channel: TestChannel }

/** How often, and how much of it in open cases: centimes. */
export type Booked = { paid: number; cases: number; inCases: number }

const NO_BOOK: Booked = { paid: 0, cases: 0, inCases: 0 }

const CENTIMES = 100

/** What the drawer has and no book; negative where a book has what the drawer has not. Dinars. */
export const overIn = (payers: readonly Payer[], books: ReadonlyMap<string, Booked>): number =>
  payers.reduce((sum, { reference, cash }) => {
    const { paid, cases } = books.get(reference) ?? NO_BOOK
    return sum + cash * (1 - paid - cases)
  }, 0)

/**
 * The agent said of two payments that their cash was taken, and knows that it is the same. The operator ends the
 * case with the payment that was confirmed. A payment explains one case, so a second case of the same cash ends
 * as given back by the agent, and so does one of two cases without a payment.
 *
 * @returns the cases that were ended.
 */
export const endDouble = async (
  { installation, platform, channel }: Desk,
  { reference }: Payer,
  agentId: string,
): Promise<number> => {
  const { rows } = await installation.pool.query<{ caseId: string | null; paidId: string | null }>(
    `select cases.case_id as "caseId", case stage when 'paid' then payments.payment_id end as "paidId"
    from payments left join cases on cases.partner_id = payments.partner_id
      and cases.payment_id = payments.payment_id and cases.status = 'open'
    where reference = $1 and 'chn_' || payments.channel_id = $2
      and (stage = 'paid' or cases.status = 'open')`,
    [reference, channel.channelId],
  )
  const paidId = rows.find((row) => row.paidId !== null)?.paidId
  const caseIds = rows.flatMap(({ caseId }) => caseId ?? [])
  const [caseId] = caseIds
  if (caseId === undefined || rows.length !== 2) return 0
  const resolve = (body: object) =>
    platform.call('POST', `/operator/v1/cases/${caseId}/resolve`, {
      key: installation.operatorKey,
      body,
    })
  const confirmed = paidId && (await resolve({ confirmedBy: paidId }))
  if (confirmed && confirmed.status === 200) return 1
  const ended = await resolve({ givenBackBy: agentId })
  return ended.status === 200 ? 1 : 0
}

/** How often the cash of each reference is in a book of this channel: in paid payments, and in cases. */
export const readBooked = async (
  { installation, channel }: Desk,
  payers: readonly Payer[],
): Promise<Map<string, Booked>> => {
  const { rows } = await installation.pool.query<Booked & { reference: string }>(
    `select reference, count(*) filter (where stage = 'paid') as paid, count(case_id) as cases,
      coalesce(sum(cases.amount), 0)::bigint as "inCases"
    from payments left join cases on cases.partner_id = payments.partner_id
      and cases.payment_id = payments.payment_id and cases.status = 'open'
    where reference = any($1) and 'chn_' || payments.channel_id = $2
    group by reference
    having count(*) filter (where stage = 'paid') + count(case_id) > 0`,
    [payers.map(({ reference }) => reference), channel.channelId],
  )
  return new Map(rows.map(({ reference, ...booked }) => [reference, booked]))
}

export const problemsOf = (
  { reference, cash, isForgotten }: Payer,
  books: ReadonlyMap<string, Booked>,
): string[] => {
  const { paid, cases, inCases } = books.get(reference) ?? NO_BOOK
  const times = paid + cases
  if (inCases !== cases * cash * CENTIMES) {
    return [`${inCases} centimes of ${reference} are in cases, of ${cash} dinars that were taken`]
  }
  if (times === 1 || (times === 0 && isForgotten)) return []
  return [`the ${cash} dinars of ${reference} are in ${paid} payments and ${cases} cases`]
}
