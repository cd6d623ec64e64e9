/** Processes are killed during refunds and redemptions: what is repeated with its key happens once. */
import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkInvariants } from '../support/invariants.ts'
import { newReference, type Answer } from '../support/node.ts'
import type { PlatformProcess } from '../support/platform-process.ts'
import { openStorm, type Storm } from './support/storm.ts'

const KILLS = 5

/** Refunds that are under way at once. */
const WORKERS = 4

const REFUNDS = 24

let storm: Storm
let running: PlatformProcess

beforeAll(async () => {
  storm = await openStorm()
  running = storm.platform
})

afterAll(() => storm.close())

/** Asks until an answer comes: the caller does not know what a killed process has done. */
const insist = async (ask: (node: PlatformProcess) => Promise<Answer>): Promise<Answer> => {
  for (;;) {
    const answer = await ask(running).catch(() => null)
    if (answer !== null && answer.status < 500) return answer
    await pause(5)
  }
}

test('each refund is made once and paid once', async () => {
  const { installation, channel, partner } = storm
  const { pool, operatorKey } = installation
  const payments: string[] = []
  for (let count = 0; count < REFUNDS; count += 1) {
    const { paymentId } = await running.opened(channel, partner, newReference())
    await running.change(channel, 'confirm', paymentId)
    payments.push(paymentId)
  }
  let done = 0
  const refund = async (paymentId: string): Promise<void> => {
    const made = await insist((node) =>
      node.refund(paymentId, { amount: 10, idempotencyKey: paymentId }),
    )
    expect([made.status, made.body.status]).toEqual([201, 'made'])
    const { refundId } = made.body
    // The answer with the code may have been lost with its process.
    const issued = await insist((node) =>
      node.call('POST', `/operator/v1/refunds/${refundId}/code`, { key: operatorKey }),
    )
    const paid = await insist((node) =>
      node.call('POST', '/channel/v1/refunds/redeem', {
        key: channel.apiKey,
        body: { code: issued.body.code },
        headers: { 'idempotency-key': refundId },
      }),
    )
    expect([paid.status, paid.body.status]).toEqual([200, 'paid'])
    done += 1
  }
  const worker = async (): Promise<void> => {
    for (let next = payments.pop(); next !== undefined; next = payments.pop()) await refund(next)
  }
  const killer = async (): Promise<void> => {
    for (let kills = 0; kills < KILLS && done < REFUNDS; kills += 1) {
      const next = await installation.startProcess()
      const [old, until] = [running, done + randomInt(4)]
      while (done < until && done < REFUNDS) await pause(1)
      running = next
      await old.kill()
    }
  }
  await Promise.all([killer(), ...Array.from({ length: WORKERS }, worker)])
  const { rows } = await pool.query(
    `select count(*)::int as refunds, count(distinct event_id_of(refund_id, 0))::int as payments,
      sum(times_paid)::int as paid
    from refunds where status = 'paid'`,
  )
  expect(rows).toEqual([{ refunds: REFUNDS, payments: REFUNDS, paid: REFUNDS }])
  const violations = await checkInvariants(pool)
  // Deliveries of killed processes are taken over later.
  expect(violations.filter((violation) => /^L\d/.test(violation))).toEqual([])
})
