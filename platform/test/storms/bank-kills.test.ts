/** A match of a bank line has several transactions: any process finishes what a killed one began. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CUSTODY_INTEGRITY } from '../../src/ledger/custody/integrity.ts'
import { balance, custodyViolations } from '../support/custody.ts'
import { PATIENCE_MS, until } from '../support/wait.ts'
import { sessionOf, untilHeldUp } from '../support/waiting.ts'
import type { Installation } from '../support/installation.ts'
import type { PlatformProcess } from '../support/platform-process.ts'
import { openStorm, type Storm } from './support/storm.ts'
import { PLAIN_BANK_MAPPING } from '../support/bank.ts'

let storm: Storm
let installation: Installation

beforeAll(async () => {
  storm = await openStorm()
  ;({ installation } = storm)
  const answer = await operate(storm.platform, 'PUT', '/bank-mappings/clients', PLAIN_BANK_MAPPING)
  expect(answer.status).toBe(200)
  // The process that is killed leads, so the next one leads at once when the lease has ended.
  await storm.platform.stop()
})

afterAll(() => storm.close())

const operate = (
  { call }: Pick<PlatformProcess, 'call'>,
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
) => call(method, `/operator/v1${path}`, { key: installation.operatorKey, body, headers })

let lines = 0

/** A line of 5,000 dinars that left the account, and names nothing. */
const aDebit = async (node: PlatformProcess): Promise<string> => {
  const text = `2026-11-22;-5000.00;VIREMENT ${(lines += 1)}`
  const headers = { 'content-type': 'text/csv' }
  const answer = await operate(node, 'POST', '/bank-lines?mapping=clients', text, headers)
  expect(answer.body).toMatchObject({ added: 1, matched: 0 })
  const { rows } = await installation.pool.query<{ id: string }>(
    'select bank_line_id as id from bank_lines order by bank_line_id desc limit 1',
  )
  return rows[0]?.id as string
}

/** An instructed payout of 5,000 dinars of the storm's partner. */
const aPayout = async (): Promise<string> => {
  const { number } = storm.partner
  const { rows } = await installation.pool.query<{ id: string }>(
    `with statement as (
      insert into statements (partner_id, statement_id, owner, period_from, period_until, status,
        year, number, lines, payments, gross, refunds, fees, fees_back, vat, vat_back, adjustments,
        carried_forward, net, opened_at, closed_by, closed_at, approved_by, approved_at)
      select $1, new_id($1), 'prt_' || $1, day, day, 'approved', 2026, $2, 1, 1, 500000, 0, 0, 0, 0, 0,
        0, 0, 500000, now(), 'Amina', now(), 'Karim', now()
      from (select date '2026-01-01' + $2::int as day) as days
      returning statement_id
    )
    insert into payouts (partner_id, payout_id, statement_id, amount, status, release, made_by,
      made_at, approved_by, approved_at, batch_id, instructed_by, instructed_at)
    select $1, new_id($1), statement_id, 500000, 'instructed', 'at_once', 'Amina', now(), 'Karim',
      now(), new_id(0), 'Karim', now()
    from statement
    returning payout_id as id`,
    [number, (lines += 1)],
  )
  return rows[0]?.id as string
}

/** Holds a row until it is let go. */
type Held = { isWaitedFor: () => Promise<boolean>; letGo: () => Promise<void> }

const hold = async (statement: string): Promise<Held> => {
  const holder = await installation.pool.connect()
  await holder.query(`begin; ${statement} for update`)
  const session = await sessionOf(holder)
  return {
    isWaitedFor: () => untilHeldUp(session, installation.pool, 1),
    letGo: async () => {
      await holder.query('rollback')
      holder.release()
    },
  }
}

const statusOf = async (table: 'payouts' | 'bank_lines', id: string): Promise<string> => {
  const key = table === 'payouts' ? 'payout_id' : 'bank_line_id'
  const { rows } = await installation.pool.query<{ status: string }>(
    `select status from ${table} where ${key} = $1`,
    [id],
  )
  return rows[0]?.status as string
}

const expectMatchedOnce = async (bankLineId: string, payoutId: string): Promise<void> => {
  expect(await statusOf('payouts', payoutId)).toBe('paid')
  expect(await balance(installation.pool, 'suspense', bankLineId)).toBe(0)
  const { rows } = await installation.pool.query(
    `select partner_id, code, amount from ledger_transfers where source_id = $1`,
    [payoutId],
  )
  expect(rows).toEqual([{ partner_id: storm.partner.number, code: 'PAYOUT', amount: 500_000 }])
  expect(await custodyViolations(installation.pool, CUSTODY_INTEGRITY)).toEqual([])
}

/** A process that has just started takes the lead and begins all of its tasks before this one. */
const TAKEOVER_MS = 2 * PATIENCE_MS

describe('kill -9 in the middle of a match', () => {
  const finishedByAnother = async (bankLineId: string, payoutId: string): Promise<void> => {
    // A claim of a living process is left to it for ten seconds; its lead ends sooner.
    await installation.clock.advance(11)
    const another = await installation.startProcess()
    await until(
      'another process to finish the match',
      async () => (await statusOf('bank_lines', bankLineId)) === 'matched',
      TAKEOVER_MS,
    )
    await expectMatchedOnce(bankLineId, payoutId)
    await another.stop()
  }

  test('between the claim and the transfer of the partner', async () => {
    const node = await installation.startProcess()
    const [bankLineId, payoutId] = [await aDebit(node), await aPayout()]
    const heldPayout = await hold(`select from payouts where payout_id = '${payoutId}'`)
    const asked = operate(node, 'POST', `/bank-lines/${bankLineId}/match`, { payoutId })
    asked.catch(() => undefined)
    await heldPayout.isWaitedFor()
    expect(await statusOf('bank_lines', bankLineId)).toBe('matching')
    expect(await custodyViolations(installation.pool, CUSTODY_INTEGRITY)).toEqual([])
    await node.kill()
    await heldPayout.letGo()
    expect(await statusOf('payouts', payoutId)).toBe('instructed')
    await finishedByAnother(bankLineId, payoutId)
  })

  test('between the transfer of the partner and the end of the suspense', async () => {
    const node = await installation.startProcess()
    const [bankLineId, payoutId] = [await aDebit(node), await aPayout()]
    const heldPayout = await hold(`select from payouts where payout_id = '${payoutId}'`)
    const asked = operate(node, 'POST', `/bank-lines/${bankLineId}/match`, { payoutId })
    asked.catch(() => undefined)
    await heldPayout.isWaitedFor()
    const heldLine = await hold(`select from bank_lines where bank_line_id = '${bankLineId}'`)
    await heldPayout.letGo()
    await until('the payout', async () => (await statusOf('payouts', payoutId)) === 'paid')
    await heldLine.isWaitedFor()
    await node.kill()
    await heldLine.letGo()
    expect(await statusOf('bank_lines', bankLineId)).toBe('matching')
    await finishedByAnother(bankLineId, payoutId)
  })
})
