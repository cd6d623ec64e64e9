/** When the money was taken, as a confirmation says that had to wait (W159). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPartner, type PartnerServer } from './support/partner.ts'
import type { Answer, TestChannel, TestPartner } from './support/node.ts'
import { startTestPlatform, type TestPlatform } from './support/platform.ts'

let platform: TestPlatform
let server: PartnerServer
let channel: TestChannel
let partner: TestPartner

beforeAll(async () => {
  // Longer than the money waits for the network.
  platform = await startTestPlatform({ lockSeconds: 7_200 })
  server = await startPartner()
  channel = await platform.createChannel('DELIVERY')
  partner = await platform.createPartner(server)
})

afterAll(() => Promise.all([platform.stop(), server.close()]))

const WAITED_MS = 5_400_000

let references = 0

/** A payment that was opened some time ago. */
const waited = async (): Promise<{ paymentId: string; openedMs: number }> => {
  const openedMs = (await platform.clock.now()).getTime()
  const { paymentId } = await platform.opened(channel, partner, `TAKEN/${(references += 1)}`)
  await platform.clock.advance(WAITED_MS / 1_000)
  return { paymentId, openedMs }
}

const at = (ms: number): string => new Date(ms).toISOString()

const confirm = (paymentId: string, body: unknown, headers = {}): Promise<Answer> =>
  platform.change(channel, 'confirm', paymentId, { body, headers })

/** What the timeline says of the confirmation. */
const confirmationOf = async (paymentId: string): Promise<any> => {
  const { timeline } = await platform.operator(`/payments/${paymentId}`)
  return timeline.find(({ cause }: { cause?: string }) => cause === 'confirm')
}

describe('takenAt of a confirmation', () => {
  test('is in the timeline beside the time of the confirmation, and changes no other time', async () => {
    const { paymentId, openedMs } = await waited()
    const takenAt = at(openedMs + 600_000)
    const paid = await confirm(paymentId, { takenAt })
    expect([paid.status, paid.body.stage, paid.body.warnings]).toEqual([200, 'paid', undefined])
    expect(Date.parse(paid.body.paidAt)).toBeGreaterThanOrEqual(openedMs + WAITED_MS)
    expect(await confirmationOf(paymentId)).toMatchObject({ at: paid.body.paidAt, takenAt })
    const { rows } = await platform.pool.query(
      `select (select count(*)::int from ledger_transfers where source_id = $1 and at = paid_at) as booked
      from payments where payment_id = $1`,
      [paymentId],
    )
    expect(rows).toEqual([{ booked: 1 }])
  })

  test('is null where the channel did not say', async () => {
    const { paymentId } = await waited()
    await confirm(paymentId, {})
    expect(await confirmationOf(paymentId)).toMatchObject({ takenAt: null })
  })

  const IMPOSSIBLE = {
    'before the opening': (openedMs: number) => openedMs - 60_000,
    'in the future': (openedMs: number) => openedMs + WAITED_MS + 600_000,
    'after the lock': (openedMs: number) => openedMs + 7_200_001,
  }

  test('that cannot be loses no confirmation: it is left out with a warning', async () => {
    for (const [name, when] of Object.entries(IMPOSSIBLE)) {
      const { paymentId, openedMs } = await waited()
      const body = { takenAt: at(when(openedMs)) }
      const headers = { 'idempotency-key': `impossible-${paymentId}` }
      const paid = await confirm(paymentId, body, headers)
      expect([name, paid.status, paid.body.stage]).toEqual([name, 200, 'paid'])
      expect([name, paid.body.warnings]).toEqual([name, ['TAKEN_AT_IMPOSSIBLE']])
      const { takenAt } = await confirmationOf(paymentId)
      expect([name, takenAt]).toEqual([name, null])
      expect((await confirm(paymentId, body, headers)).body).toEqual(paid.body)
    }
  })

  test('does not hold a lock that has ended', async () => {
    const { paymentId, openedMs } = await waited()
    await platform.clock.advance(1_801)
    const late = await confirm(paymentId, { takenAt: at(openedMs + 600_000) })
    expect([late.status, late.body.error]).toEqual([409, 'PAYMENT409_LOCK_LOST'])
  })

  test('stands from the first confirmation on', async () => {
    const { paymentId, openedMs } = await waited()
    const takenAt = at(openedMs + 600_000)
    await confirm(paymentId, { takenAt })
    await confirm(paymentId, { takenAt: at(openedMs + 1_200_000) })
    expect(await confirmationOf(paymentId)).toMatchObject({ takenAt })
  })

  test('that is malformed changes nothing, so that the till can send it again', async () => {
    const { paymentId } = await waited()
    for (const takenAt of ['17:40', 1_700_000_000, '2026-11-19', null]) {
      const { status, body } = await confirm(paymentId, { takenAt })
      expect([status, body.error]).toEqual([400, 'VALIDATION400'])
    }
    expect((await platform.payment(channel, paymentId)).body.stage).toBe('locked')
  })
})
