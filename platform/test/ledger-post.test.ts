import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { types } from '../src/base/database/types.ts'
import { bank, cashOfAgent, cashOfSafe, payableTo } from '../src/ledger/account.ts'
import { balanceOf } from '../src/ledger/balance.ts'
import { postTransfers, type NewTransfer } from '../src/ledger/post.ts'
import { useUndoneConnection } from './support/database.ts'

const database = useUndoneConnection({ types })

const handover = (more: Partial<NewTransfer> = {}): NewTransfer => ({
  partnerId: 0,
  sourceId: randomUUID(),
  code: 'MOVED',
  debit: cashOfSafe(7),
  credit: cashOfAgent(12),
  amount: 14_800_00,
  actor: 'chn_7',
  ...more,
})

const post = (...transfers: NewTransfer[]): Promise<number> =>
  postTransfers(database.client, transfers)

describe('postTransfers', () => {
  test('moves an amount from one account to another', async () => {
    expect(await post(handover())).toBe(1)
    expect(await balanceOf(database.client, cashOfSafe(7))).toBe(14_800_00)
    expect(await balanceOf(database.client, cashOfAgent(12))).toBe(-14_800_00)
  })

  test('leaves a transfer that the ledger has as it is', async () => {
    const transfer = handover()
    expect(await post(transfer)).toBe(1)
    expect(await post(transfer, handover())).toBe(1)
    expect(await post(transfer)).toBe(0)
    expect(await balanceOf(database.client, cashOfSafe(7))).toBe(2 * 14_800_00)
  })

  test('reverses a line once', async () => {
    const transfer = handover()
    const reverse = { ...transfer, line: -1, debit: transfer.credit, credit: transfer.debit }
    await post(transfer)
    expect(await post(reverse)).toBe(1)
    expect(await post(reverse)).toBe(0)
    expect(await balanceOf(database.client, cashOfSafe(7))).toBe(0)
  })

  test('refuses another amount under the same key', async () => {
    const transfer = handover()
    await post(transfer)
    await expect(post({ ...transfer, amount: 1 })).rejects.toThrow(
      `the ledger has another transfer MOVED of the source ${transfer.sourceId}`,
    )
  })

  test('refuses accounts that the code does not allow', async () => {
    await expect(post(handover({ code: 'PAYOUT', debit: payableTo(1001) }))).rejects.toThrow(
      'the code PAYOUT does not allow a debit of partner_payable and a credit of cash',
    )
    await expect(post(handover({ credit: bank('clients') }))).rejects.toThrow(/does not allow/)
  })
})

describe('business_date_of', () => {
  const businessDateOf = async (at: string): Promise<string> => {
    const { rows } = await database.client.query('select business_date_of($1)::text as date', [at])
    return rows[0].date
  }

  test('is the date in the time zone of the operator', async () => {
    expect(await businessDateOf('2026-11-21T22:59:59.999Z')).toBe('2026-11-21')
    expect(await businessDateOf('2026-11-21T23:00:00.000Z')).toBe('2026-11-22')
  })

  test('is the first open date when that date is closed', async () => {
    await database.client.query(`update ledger_state set open_day = '2026-11-24'`)
    expect(await businessDateOf('2026-11-22T12:00:00.000Z')).toBe('2026-11-24')
    expect(await businessDateOf('2026-11-25T12:00:00.000Z')).toBe('2026-11-25')
  })
})
