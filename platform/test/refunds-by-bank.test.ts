/** Refunds that the bank pays, and sends back (D28). */
import { beforeAll, describe, expect, test } from 'vitest'
import { resumeMatches } from '../src/money/bank/match.ts'
import { onlyCell } from '../src/cells/every-cell.ts'
import type { Database } from '../src/base/database/database.ts'
import { refundCalls } from './support/refunds.ts'
import { expectRefusal, useScene } from './support/scene.ts'

const scene = useScene()
const { operator, made, redeem, transfersOf, bankLine } = refundCalls(() => scene)

// The account holds money before it pays any.
beforeAll(() => bankLine('10000,00'))

const pay = (refundId: string, bankLineId: string) =>
  operator('POST', `/refunds/${refundId}/paid`, { body: { bankLineId } })

const giveBack = (refundId: string, bankLineId: string) =>
  operator('POST', `/refunds/${refundId}/returned`, { body: { bankLineId } })

describe('a refund that the bank pays', () => {
  test('is paid, and its code is worth nothing any more', async () => {
    const { refundId, code } = await made()
    const bankLineId = await bankLine('-100,00')
    const answer = await pay(refundId, bankLineId)
    expect(answer.body).toMatchObject({
      status: 'paid',
      paidBy: { channelId: null, agentId: null, bankLineId },
      code: null,
    })
    const due = `refund_due:${scene.partner.partnerId}`
    expect(await transfersOf(refundId)).toContain(`REFUND_PAID/1 ${due} > bank:clients 10000`)
    expect(await transfersOf(bankLineId)).toHaveLength(2)
    expectRefusal(await redeem(code), 'REFUND409_WRONG_STATUS')
    // The same again gets the same answer.
    expect((await pay(refundId, bankLineId)).text).toBe(answer.text)
    expectRefusal(await pay(refundId, await bankLine('-100,00')), 'REFUND409_WRONG_STATUS')
  })

  test('is due again with a new code when the bank sends the money back', async () => {
    const { refundId, code } = await made()
    await pay(refundId, await bankLine('-100,00'))
    const back = await bankLine('100,00')
    const answer = await giveBack(refundId, back)
    expect(answer.body).toMatchObject({ status: 'made', paidAt: null, code: expect.any(String) })
    // A repetition shows no code, and leaves that one valid.
    expect((await giveBack(refundId, back)).body).toMatchObject({ status: 'made', code: null })
    expectRefusal(await redeem(code), 'REFUND404_UNKNOWN_CODE')
    expect((await redeem(answer.body.code)).body.status).toBe('paid')
    const due = `refund_due:${scene.partner.partnerId}`
    expect(await transfersOf(refundId)).toEqual([
      expect.stringMatching(/^REFUND\/1 /),
      `REFUND_PAID/1 ${due} > bank:clients 10000`,
      `REFUND_RETURNED/1 bank:clients > ${due} 10000`,
      `REFUND_PAID/2 ${due} > cash:${scene.channel.channelId} 10000`,
    ])
    // What a till has paid, no bank sends back.
    expectRefusal(await giveBack(refundId, await bankLine('100,00')), 'REFUND409_WRONG_STATUS')
  })

  test('is paid by a line of its amount that left the account', async () => {
    const { refundId } = await made()
    for (const amount of ['100,00', '-100,01', '-99,99']) {
      expectRefusal(await pay(refundId, await bankLine(amount)), 'BANK_LINE409_NOT_THIS')
    }
    expectRefusal(await giveBack(refundId, await bankLine('-100,00')), 'BANK_LINE409_NOT_THIS')
    expectRefusal(await pay(refundId, refundId), 'BANK_LINE404_NOT_FOUND')
    const used = await bankLine('-100,00')
    const other = await made()
    expect((await pay(other.refundId, used)).status).toBe(200)
    expectRefusal(await pay(refundId, used), 'BANK_LINE409_MATCHED')
    expectRefusal(await pay(used, await bankLine('-100,00')), 'REFUND404_NOT_FOUND')
  })

  test('is paid once when a till pays it at the same moment', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { refundId, code } = await made(10)
      const bankLineId = await bankLine('-10,00')
      const [byBank, byTill] = await Promise.all([pay(refundId, bankLineId), redeem(code)])
      const won = [byBank, byTill].filter(({ status }) => status === 200)
      expect(won).toHaveLength(1)
      const paid = (await transfersOf(refundId)).filter((text) => text.startsWith('REFUND_PAID'))
      expect(paid).toHaveLength(1)
      const { body: line } = await operator('GET', `/bank-lines/${bankLineId}`)
      expect(line.status).toBe(byBank.status === 200 ? 'matched' : 'unmatched')
    }
  })

  test('is finished by another process when the first was killed between two steps', async () => {
    const { refundId } = await made()
    const bankLineId = await bankLine('-100,00')
    await scene.platform.pool.query(
      `update bank_lines set status = 'matching', match_kind = 'refund', match_partner = $2,
        match_source = $3, match_code = 'REFUND_PAID', match_line = 1, match_by = 'Amina',
        match_name = 'Amina', claimed_at = wasl_now() - interval '1 minute'
      where bank_line_id = $1`,
      [bankLineId, scene.partner.number, refundId],
    )
    await resumeMatches(onlyCell({ pool: scene.platform.pool } as Database))
    expect((await operator('GET', `/refunds/${refundId}`)).body.status).toBe('paid')
    expect((await operator('GET', `/bank-lines/${bankLineId}`)).body.status).toBe('matched')
  })
})
