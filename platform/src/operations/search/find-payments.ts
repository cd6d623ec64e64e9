import type { PaymentMatch } from '@wasl/protocol'
import type pg from 'pg'
import { idAfter, lowestIdIn } from '../../payments/list.ts'
import { beginsWith } from '../../payments/list-sources.ts'
import { lowestIdAt, timeOfId } from '../../base/database/period.ts'
import { partnerOfId } from '../../base/wire-ids.ts'
import { secondsOf, type ShortNumber } from '../../payments/receipts/receipt-number.ts'
import type { Search } from './asked.ts'

export type FoundPayment = { paymentId: string; match: PaymentMatch }

/** The earlier payments of one reference that a search shows. */
const EARLIER_MAX = 20

/** The payments that a text may mean, the surest first, each once. */
export const findPayments = async (pool: pg.Pool, asked: Search): Promise<FoundPayment[]> => {
  const { typed, partnerId, limit } = asked
  const hits: FoundPayment[] = []
  const add = (found: FoundPayment[]): void => {
    const seen = new Set(hits.map(({ paymentId }) => paymentId))
    hits.push(...found.filter(({ paymentId }) => !seen.has(paymentId)))
  }
  // The id of a request may end like that of no partner.
  const isOwn = (id: string): boolean => {
    const owner = partnerOfId(id)
    return owner !== null && (partnerId === null || owner === partnerId)
  }
  if (typed.uuid !== null && isOwn(typed.uuid)) {
    // The id of an event or a refund is its payment's with another number.
    add([{ paymentId: `${typed.uuid.slice(0, 26)}00${typed.uuid.slice(28)}`, match: 'id' }])
  }
  if (typed.receiptOf !== null && isOwn(typed.receiptOf)) {
    add([{ paymentId: typed.receiptOf, match: 'receipt' }])
  }
  if (typed.shortNumber !== null) add(await byShortNumber(pool, asked, typed.shortNumber))
  if (typed.uuid !== null && partnerId === null) add(await byRequest(pool, typed.uuid))
  if (typed.references.length > 0) add(await byReference(pool, asked))
  if (typed.amounts !== null) add(await byAmount(pool, asked))
  return hits.slice(0, limit + 1)
}

/** The paid payments of a receipt's short number: each partner's of those seconds, from its index. */
const byShortNumber = async (
  pool: pg.Pool,
  { partnerId, limit }: Search,
  short: ShortNumber,
): Promise<FoundPayment[]> => {
  // Ids have the database's time, and no other machine's.
  const present = await pool.query<{ now: Date }>('select wasl_now() as now')
  const periods = secondsOf(short, present.rows[0]?.now as Date).map((second) => ({
    since: new Date(second * 1_000),
    before: new Date((second + 1) * 1_000),
  }))
  const { rows } = await pool.query<{ paymentId: string }>(
    `select payment.payment_id as "paymentId"
    from partners p
    cross join unnest($1::uuid[], $2::uuid[]) as opened (first, after)
    cross join lateral (
      select payment_id
      from payments
      where partner_id = p.partner_id and payment_id >= opened.first and payment_id < opened.after
        -- The last random digits of the id.
        and substr(payment_id::text, 25, 2) = $3 and paid_at is not null
    ) as payment
    where $4::int is null or p.partner_id = $4
    order by payment.payment_id desc
    limit $5`,
    [periods.map(lowestIdIn), periods.map(idAfter), short.last, partnerId, limit + 1],
  )
  return rows.map(({ paymentId }) => ({ paymentId, match: 'receipt' }))
}

/** The clocks of a process and of the database differ by less than this. */
const CLOCKS_APART_MS = 3_600_000

/** A request opens its payment at once, and both ids begin with the time. */
const byRequest = async (pool: pg.Pool, requestId: string): Promise<FoundPayment[]> => {
  const atMs = timeOfId(requestId)
  const { rows } = await pool.query<{ paymentId: string }>(
    `select payment_id as "paymentId"
    from payments
    where request_id = $1 and payment_id >= $2 and payment_id < $3
    limit 1`,
    [
      requestId,
      lowestIdAt(new Date(atMs - CLOCKS_APART_MS)),
      lowestIdAt(new Date(atMs + CLOCKS_APART_MS)),
    ],
  )
  return rows.map(({ paymentId }) => ({ paymentId, match: 'request' }))
}

/**
 * References that are, or begin with, what was typed. Each partner's first ones are read from its index.
 * The payments of the whole reference come first, with the earlier ones that were released.
 */
const byReference = async (pool: pg.Pool, asked: Search): Promise<FoundPayment[]> => {
  const { rows } = await pool.query<{ paymentId: string; isWhole: boolean }>(BY_REFERENCE, [
    asked.typed.references,
    asked.partnerId,
    asked.limit + 1,
    lowestIdIn(asked.opened),
    idAfter(asked.opened),
  ])
  return rows.map(({ paymentId, isWhole }) => ({
    paymentId,
    match: isWhole ? 'reference' : 'beginning',
  }))
}

const BY_REFERENCE = `
with recursive found as (
  select p.partner_id, newest.payment_id, newest.reference = asked.beginning as is_whole, 1 as place
  from unnest($1::text[]) as asked (beginning)
  cross join partners p
  cross join lateral (
    select payment_id, reference
    from live_references live
    where live.partner_id = p.partner_id and live.reference ${beginsWith('asked.beginning')}
    order by live.reference
    limit $3
  ) as newest
  where $2::int is null or p.partner_id = $2
  union all
  select payment.partner_id, payment.previous_payment_id, true, place + 1
  from found
  -- One by one from the primary key: the planner expects many, and would read every payment.
  cross join lateral (
    select partner_id, previous_payment_id
    from payments
    where partner_id = found.partner_id and payment_id = found.payment_id
    limit 1
  ) as payment
  where found.is_whole and place < ${EARLIER_MAX} and payment.previous_payment_id is not null
)
select payment_id as "paymentId", bool_or(is_whole) as "isWhole"
from found
where ($4::uuid is null or payment_id >= $4) and ($5::uuid is null or payment_id < $5)
group by payment_id
order by "isWhole" desc, payment_id desc
limit $3`

/** The newest payments of these amounts: each partner's from its index. */
const byAmount = async (pool: pg.Pool, asked: Search): Promise<FoundPayment[]> => {
  const { typed, partnerId, openedWithAmount: opened, limit } = asked
  // One amount is read in the order of its index, the newest first.
  const isOne = typed.amounts?.from === typed.amounts?.to
  const { rows } = await pool.query<{ paymentId: string }>(
    `select newest.payment_id as "paymentId"
    from partners p
    cross join lateral (
      select payment_id
      from payments
      where partner_id = p.partner_id and ${isOne ? 'amount = $1 and amount = $2' : 'amount between $1 and $2'}
        and payment_id >= $3::uuid and payment_id < $4::uuid
      order by payment_id desc
      limit $5
    ) as newest
    where $6::int is null or p.partner_id = $6
    order by newest.payment_id desc
    limit $5`,
    [
      typed.amounts?.from,
      typed.amounts?.to,
      lowestIdIn(opened) ?? LOWEST_ID,
      idAfter(opened) ?? HIGHEST_ID,
      limit + 1,
      partnerId,
    ],
  )
  return rows.map(({ paymentId }) => ({ paymentId, match: 'amount' }))
}

const LOWEST_ID = '00000000-0000-0000-0000-000000000000'
const HIGHEST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
