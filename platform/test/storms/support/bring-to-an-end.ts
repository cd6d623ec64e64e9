/**
 * No one is stuck: whatever a storm leaves open can be brought to an end by calls that its own people may
 * make. What cannot is a fault, also when every invariant holds.
 */
import type { Installation } from '../../support/installation.ts'
import type { Answer, CallOptions } from '../../support/node.ts'
import { until } from '../../support/wait.ts'

export type Call = (method: string, path: string, options?: CallOptions) => Promise<Answer>

type Place = Pick<Installation, 'pool' | 'operatorKey' | 'clock'>

/** Those who may end things: an operator, and the channel that has them. */
export type People = { call: Call; channelKey: string }

type Someone = People & Place

type Open = { id: string; status: string; amount: number }

type Thing = {
  /** What is not at an end: its id, status and centimes. */
  open: string
  /** The calls that bring one to its end, whatever its status; the first refusal, or null. */
  end(people: Someone, thing: Open): Promise<Answer | null>
}

const post = async (
  { call }: People,
  key: string,
  path: string,
  body: unknown = {},
): Promise<Answer> => call('POST', path, { key, body })

const refusalOf = (answer: Answer): Answer | null => (answer.status < 300 ? null : answer)

const dinars = (centimes: number): number => centimes / 100

const THINGS: Record<string, Thing> = {
  payment: {
    open: `select payment_id as id, stage as status, amount from payments where stage = 'locked'`,
    async end(people, { id }) {
      const answer = await post(people, people.channelKey, `/channel/v1/payments/${id}/cancel`)
      // Its lock ended after it was read, and that is an end (D7).
      return answer.body?.error === 'PAYMENT409_LOCK_LOST' ? null : refusalOf(answer)
    },
  },
  refund: {
    open: `select refund_id as id, status, amount from refunds where status in ('requested', 'made')`,
    async end(people, { id, status }) {
      const path = `/operator/v1/refunds/${id}`
      if (status === 'requested')
        return refusalOf(await post(people, people.operatorKey, `${path}/decline`))
      const issued = await post(people, people.operatorKey, `${path}/code`)
      if (issued.status !== 200) return issued
      const body = { code: issued.body.code }
      const redeem = () => post(people, people.channelKey, '/channel/v1/refunds/redeem', body)
      const redeemed = await redeem()
      if (redeemed.status !== 429) return refusalOf(redeemed)
      // A guess whose process was killed stays counted. The answer says how long to wait, and people do.
      await people.clock.advance(Number(redeemed.headers.get('retry-after')))
      return refusalOf(await redeem())
    },
  },
  bag: {
    open: `select deposit_id as id, status, amount from deposits where status <> 'banked'`,
    async end(people, { id, status, amount }) {
      if (status === 'bagged') {
        const slip = { slip: { number: `END-${id.slice(-12)}` } }
        const path = `/channel/v1/deposits/${id}/deposited`
        const recorded = await post(people, people.channelKey, path, slip)
        if (recorded.status !== 200) return recorded
      }
      const path = `/operator/v1/deposits/${id}/bank`
      return refusalOf(await post(people, people.operatorKey, path, { amount: dinars(amount) }))
    },
  },
  handover: {
    open: `select handover_id as id, status, amount from handovers where status = 'offered'`,
    end: async (people, { id }) =>
      refusalOf(await post(people, people.channelKey, `/channel/v1/handovers/${id}/cancel`)),
  },
  payout: {
    open: `select payout_id as id, status, amount from payouts
      where status in ('proposed', 'approved', 'instructed')`,
    async end(people, { id, status }) {
      const path = `/operator/v1/payouts/${id}`
      if (status !== 'instructed')
        return refusalOf(await post(people, people.operatorKey, `${path}/decline`))
      const body = { reason: 'The storm is over' }
      return refusalOf(await post(people, people.operatorKey, `${path}/returned`, body))
    },
  },
}

export type Ending = {
  /** How many of each kind were open. */
  open: Record<string, number>
  /** A sentence for each that could not be ended, or did not end. */
  stuck: string[]
}

export const bringToAnEnd = async (place: Place, people: People): Promise<Ending> => {
  const { pool } = place
  const ending: Ending = { open: {}, stuck: [] }
  for (const [name, { open, end }] of Object.entries(THINGS)) {
    const { rows } = await pool.query<Open>(open)
    ending.open[name] = rows.length
    for (const thing of rows) {
      const refusal = await end({ ...people, ...place }, thing)
      if (refusal !== null)
        ending.stuck.push(
          `The ${name} ${thing.id} is ${thing.status}, and stuck: ${refusal.status} ${refusal.text}`,
        )
    }
    if (ending.stuck.length > 0) continue
    // The platform releases a lapsed lock a moment after it ended.
    const countOpen = async () => (await pool.query<Open>(open)).rows.length
    await until(`every ${name} to end`, async () => (await countOpen()) === 0).catch(async () => {
      const left = await countOpen()
      ending.stuck.push(`Of ${rows.length} (${name}), ${left} are open after they were ended.`)
    })
  }
  return ending
}
