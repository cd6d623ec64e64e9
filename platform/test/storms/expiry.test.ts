import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkInvariants, type StatusAnswer } from '../support/invariants.ts'
import { startPartner, type PartnerServer } from '../support/partner.ts'
import { newReference, type Answer } from '../support/node.ts'
import { startTestPlatform } from '../support/platform.ts'
import type { Node, TestChannel, TestPartner } from '../support/node.ts'
import type { TestPlatform } from '../support/platform.ts'

/** Many partners, because each may ask for its payments' status only 60 times. */
const PARTNERS = 16
const PAYMENTS_OF_EACH = 6

/** When the status is asked, in milliseconds from the end of the lock. */
const POLLS_MS = [-8, 0, 2, 5, 9, 14, 40]

/** The locks end one after another, so that each end finds the platform busy but not drowned. */
const EVERY_MS = 35

/** On every machine all are open before the first lock ends; then the clock moves to just before that. */
const LOCK_SECONDS = 300
const FIRST_END_MS = 1_500

let platform: TestPlatform
let shop: PartnerServer
let channel: TestChannel
let partners: TestPartner[]
let nodes: Node[]

/** How far the platform's clock is ahead of this machine's. */
let skewMs = 0
const platformMs = (): number => Date.now() + skewMs

beforeAll(async () => {
  platform = await startTestPlatform({ lockSeconds: LOCK_SECONDS })
  nodes = [platform, await platform.startNode()]
  shop = await startPartner()
  channel = await platform.createChannel()
  partners = []
  for (let index = 0; index < PARTNERS; index += 1) {
    partners.push(await platform.createPartner(shop))
  }
  await makeCommitsSlow()
})

afterAll(async () => {
  await platform.stop()
  await shop.close()
})

/**
 * A commit of confirmations that takes as long as on a slow disk: between the decision and the moment
 * when others can see it, the lock of many payments ends.
 */
const makeCommitsSlow = async (): Promise<void> => {
  await platform.pool.query(`
    create function wait_before_commit() returns trigger language plpgsql as $$
    begin
      if current_setting('storm.waited', true) is distinct from 'yes' then
        perform set_config('storm.waited', 'yes', true), pg_sleep(0.012);
      end if;
      return null;
    end $$;
    create constraint trigger slow_commit after insert on payment_transitions
    deferrable initially deferred
    for each row when (new.cause = 'confirm') execute function wait_before_commit()`)
}

type Payment = {
  partner: TestPartner
  reference: string
  paymentId: string
  lockReleaseTime: string
}

type Poll = StatusAnswer & { httpStatus: number }

type Watched = Payment & { confirm: Answer; answers: Poll[] }

const openAll = (): Promise<Payment[]> =>
  Promise.all(
    Array.from({ length: PARTNERS * PAYMENTS_OF_EACH }, async (_, index) => {
      await pause(index * EVERY_MS)
      const partner = partners[index % PARTNERS] as TestPartner
      const reference = newReference()
      const { paymentId, lockReleaseTime } = await platform.opened(channel, partner, reference)
      return { partner, reference, paymentId, lockReleaseTime: lockReleaseTime ?? '' }
    }),
  )

const bringEndsNear = async (payments: Payment[]): Promise<void> => {
  const endMs = Math.min(...payments.map(({ lockReleaseTime }) => Date.parse(lockReleaseTime)))
  skewMs = endMs - FIRST_END_MS - Date.now()
  await platform.clock.advanceMs(skewMs)
}

const until = (lockReleaseTime: string, offsetMs: number): Promise<void> =>
  pause(Math.max(0, new Date(lockReleaseTime).getTime() + offsetMs - platformMs()))

const ask = async (node: Node, { partner, reference }: Payment): Promise<Poll> => {
  const sentAt = new Date(platformMs())
  const answer = await node.status(partner, reference)
  return {
    httpStatus: answer.status,
    partnerId: partner.number,
    reference,
    sentAt,
    receivedAt: new Date(platformMs()),
    status: answer.body,
    // A decision shows when it is committed, and every commit takes its time here.
    slackMs: 1_000,
  }
}

const confirmNow = (node: Node, { paymentId }: Payment): Promise<Answer> =>
  node.change(channel, 'confirm', paymentId)

/** How long before the end of its lock a payment is confirmed; see confirmLate. */
let aheadMs = 30
const AHEAD_MS_MAX = 800

/**
 * Confirms so late that it is about as often too late as in time, however fast the machine is: after
 * each one in time a little later, after each one too late a little earlier.
 */
const confirmLate = async (node: Node, payment: Payment): Promise<Answer> => {
  await until(payment.lockReleaseTime, -AHEAD_MS_MAX)
  const endMs = new Date(payment.lockReleaseTime).getTime()
  while (platformMs() < endMs - aheadMs) await pause(4)
  const answer = await confirmNow(node, payment)
  aheadMs =
    answer.status === 200 ? aheadMs * 0.8 - 1 : Math.min(AHEAD_MS_MAX, Math.abs(aheadMs) * 1.4 + 2)
  return answer
}

/** The first one is too late on every machine; the others are confirmed near the end. */
const confirmSometime = async (node: Node, payment: Payment, turn: number): Promise<Answer> => {
  if (turn > 0) return confirmLate(node, payment)
  await until(payment.lockReleaseTime, 50)
  return confirmNow(node, payment)
}

const nodeOf = (index: number): Node => nodes[index % nodes.length] as Node

/** Asks around the end of its lock for the status of a payment that is confirmed by then, or meanwhile. */
const watch = async (
  payment: Payment,
  turn: number,
  confirming: Promise<Answer>,
): Promise<Watched> => {
  const [confirm, answers] = await Promise.all([
    confirming,
    Promise.all(
      POLLS_MS.map(async (offsetMs, index) => {
        await until(payment.lockReleaseTime, offsetMs)
        return ask(nodeOf(index + turn), payment)
      }),
    ),
  ])
  return { ...payment, confirm, answers }
}

/** What an answer rules out for every answer asked for after it. */
const isFinal = ({ status }: StatusAnswer): boolean =>
  status.stage === 'paid' || status.stage === 'released'

describe('confirms at the end of the locks', () => {
  let watched: Watched[]

  beforeAll(async () => {
    const payments = await openAll()
    const last = payments.at(-1) as Payment
    // In time on every machine.
    const inTime = await confirmNow(platform, last)
    await bringEndsNear(payments)
    watched = await Promise.all(
      payments.map((payment, turn) => {
        const confirming =
          payment === last ? Promise.resolve(inTime) : confirmSometime(nodeOf(turn), payment, turn)
        return watch(payment, turn, confirming)
      }),
    )
  })

  test('are answered, and so is every status call', () => {
    for (const { confirm, answers } of watched) {
      expect([200, 409]).toContain(confirm.status)
      expect(answers.map(({ httpStatus }) => httpStatus)).toEqual(POLLS_MS.map(() => 200))
    }
  })

  test('are in time or too late, some of each', () => {
    const codes = watched.map(({ confirm }) => confirm.body.error ?? confirm.body.stage)
    expect(new Set(codes)).toEqual(new Set(['paid', 'PAYMENT409_LOCK_LOST']))
  })

  test('a confirm that was answered with 200 is paid for ever, and a refused one never', async () => {
    for (const { confirm, partner, reference, paymentId } of watched) {
      const expected = confirm.status === 200 ? 'paid' : 'released'
      expect((await platform.payment(channel, paymentId)).body.stage).toBe(expected)
      const { body } = await (nodes[1] as Node).status(partner, reference)
      expect([body.stage, body.paymentId]).toEqual([expected, paymentId])
    }
  })

  test('the status never takes back what it said', () => {
    for (const { answers, confirm, reference } of watched) {
      const end = confirm.status === 200 ? 'paid' : 'released'
      for (const answer of answers.filter(isFinal)) {
        expect([reference, answer.status.stage]).toEqual([reference, end])
      }
      const decided = answers.filter(isFinal).map(({ receivedAt }) => receivedAt.getTime())
      const first = Math.min(...decided)
      for (const { status } of answers.filter(({ sentAt }) => sentAt.getTime() > first)) {
        expect([reference, status.stage]).toEqual([reference, end])
      }
    }
  })

  test('the status never says locked after its own release time', () => {
    for (const { sentAt, status, reference } of watched.flatMap(({ answers }) => answers)) {
      if (status.stage !== 'locked' || status.lockReleaseTime === null) continue
      expect([reference, sentAt < new Date(status.lockReleaseTime)]).toEqual([reference, true])
    }
  })

  test('all invariants hold, and every answer agrees with the history', async () => {
    await platform.settled()
    const statusAnswers = watched.flatMap(({ answers }) => answers)
    expect(await checkInvariants(platform.pool, { statusAnswers })).toEqual([])
    expect(shop.problems).toEqual([])
  })
})
