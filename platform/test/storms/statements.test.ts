import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withTransaction } from '../../src/base/database/with-transaction.ts'
import { payableTo, refundDueOf } from '../../src/ledger/account.ts'
import { postTransfers } from '../../src/ledger/post.ts'
import { checkInvariants } from '../support/invariants.ts'
import { closeThrough } from '../support/ledger.ts'
import type { Answer } from '../support/node.ts'
import type { PlatformProcess } from '../support/platform-process.ts'
import { openStorm, type Storm } from './support/storm.ts'

/** Enough lines for a closing to take long enough to be killed in the middle. */
const LINES_A_DAY = 6_000

const DAYS = 8
const KILLS = 12
const WAIT_MS_MAX = 300_000

let storm: Storm
let partners: { partnerId: string; number: number }[]

/** Yesterday and the days before it, the oldest first, as they were at the beginning. */
let dates: string[]

beforeAll(async () => {
  storm = await openStorm()
  const { installation, platform, partner, shop } = storm
  partners = [partner, await installation.createPartner(platform, shop)]
  await seed()
  dates = await datesOf()
  await closeThrough(installation.pool, dates.at(-1) as string)
  expect(await platform.stop()).toBe(0)
})

afterAll(() => storm.close())

const datesOf = async (): Promise<string[]> => {
  const { rows } = await storm.installation.pool.query<{ date: string }>(
    `select ((wasl_now() at time zone time_zone)::date - day)::text as date
    from ledger_state, generate_series(1, ${DAYS}) as day
    order by day desc`,
  )
  return rows.map(({ date }) => date)
}

/** Payments of past dates, as confirmations have written them, and fees in force on those dates. */
const seed = async (): Promise<void> => {
  const { pool } = storm.installation
  for (const { number } of partners) {
    await pool.query(
      `insert into fee_versions (partner_id, fee_version_id, owner, channel_kind, effective_from,
        revision, basis_points, fixed, minimum, maximum, vat_basis_points, on_refund, made_by, made_at,
        approved_by, approved_at)
      values ($1, new_id($1), 'prt_' || $1::int, 'AGENCY', '2020-01-01', 1, 150, 0, 0, null, 1900,
        'proportional', 'one', wasl_now(), 'other', wasl_now())`,
      [number],
    )
    await pool.query(
      `insert into ledger_transfers (partner_id, source_id, code, debit_kind, debit_owner, credit_kind,
        credit_owner, amount, actor, at, business_date)
      select $1, new_id($1), 'COLLECT', 'cash', 'chn_1', 'partner_payable', 'prt_' || $1::int,
        1000 + number, 'seed', wasl_now() - day * interval '1 day',
        (wasl_now() at time zone time_zone)::date - day
      from ledger_state, generate_series(1, ${DAYS}) as day, generate_series(1, ${LINES_A_DAY}) number`,
      [number],
    )
  }
}

/** Refunds of seeded payments, one after another, until the closings are over. */
const refundUntil = async (isOver: () => boolean): Promise<number> => {
  const { pool } = storm.installation
  const { rows } = await pool.query<{ partner_id: number; refund_id: string }>(
    `select partner_id, event_id_of(source_id, 3) as refund_id
    from ledger_transfers where code = 'COLLECT' order by random() limit 3000`,
  )
  let refunds = 0
  for (const { partner_id: partnerId, refund_id: sourceId } of rows) {
    if (isOver()) break
    await withTransaction(pool, (tx) =>
      postTransfers(tx, [
        {
          partnerId,
          sourceId,
          code: 'REFUND',
          debit: payableTo(partnerId),
          credit: refundDueOf(partnerId),
          amount: 500,
          actor: 'storm',
        },
      ]),
    )
    refunds += 1
  }
  return refunds
}

describe('closings of statements', () => {
  test('survive kill -9, each other, and refunds: every date once, every number once', async () => {
    const { installation } = storm
    const running = new Set<PlatformProcess>()
    let kills = 0
    let isOver = false

    const slot = async (): Promise<void> => {
      while (!isOver) {
        const process = await installation.startProcess()
        running.add(process)
        if (kills >= KILLS) break
        kills += 1
        await pause(randomInt(400))
        running.delete(process)
        await process.kill()
      }
    }

    /** Asks one process after another until one answers. */
    const insist = async (partnerId: string, date: string): Promise<Answer> => {
      const deadline = performance.now() + WAIT_MS_MAX
      for (;;) {
        const nodes = [...running]
        const node = nodes[randomInt(Math.max(1, nodes.length))]
        const answer = await node
          ?.call('POST', `/operator/v1/partners/${partnerId}/statements`, {
            key: installation.operatorKey,
            body: { until: date },
          })
          .catch(() => null)
        // 503: the process was about to be ready, or to go.
        if (answer && answer.status < 500) return answer
        if (performance.now() > deadline) throw new Error(`nobody closed ${date}`)
        await pause(5)
      }
    }

    /** Two closers of each partner, from the oldest date on. */
    const closer = async (partnerId: string): Promise<Answer[]> => {
      const answers: Answer[] = []
      for (const date of dates) answers.push(await insist(partnerId, date))
      return answers
    }

    const slots = [slot(), slot()]
    const refunding = refundUntil(() => isOver)
    const answers = await Promise.all(
      partners.flatMap(({ partnerId }) => [closer(partnerId), closer(partnerId)]),
    )
    isOver = true
    expect(await refunding).toBeGreaterThan(0)
    await Promise.all(slots)
    await Promise.all([...running].map((process) => process.kill()))

    for (const answer of answers.flat()) expect(answer.status).toBe(201)
    // Both closers of a partner got the same statements.
    for (const index of [0, 2]) {
      expect(answers[index]?.map(({ body }) => body)).toEqual(
        answers[index + 1]?.map(({ body }) => body),
      )
    }
    for (const { number } of partners) {
      const { rows } = await installation.pool.query(
        `select number, payments, period_until::text as "to" from statements
        where partner_id = $1 order by number`,
        [number],
      )
      expect(rows).toEqual(
        dates.map((to, index) => ({ number: index + 1, payments: LINES_A_DAY, to })),
      )
    }
    expect(await checkInvariants(installation.pool)).toEqual([])
  })
})
