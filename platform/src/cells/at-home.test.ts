import { expect, test } from 'vitest'
import { databaseError, SQL_STATE } from '../base/database/errors.ts'
import { atHome } from './at-home.ts'

const moved = (): Promise<never> =>
  Promise.reject(databaseError('partner 1001 is moving', SQL_STATE.partnerMoved))

const homes = (now: string) => ({ cellOf: () => 'north', refresh: () => Promise.resolve(now) })

test('follows a partner that its old cell refuses', async () => {
  const asked: (string | null)[] = []
  const run = (cell: string | null) => {
    asked.push(cell)
    return cell === 'south' ? Promise.resolve('paid') : moved()
  }
  expect(await atHome(homes('south'), 1001, run)).toBe('paid')
  expect(asked).toEqual(['north', 'south'])
})

test('refuses while the partner is still moving, and does nothing twice', async () => {
  let runs = 0
  const run = () => {
    runs += 1
    return moved()
  }
  await expect(atHome(homes('north'), 1001, run)).rejects.toThrow('is moving')
  expect(runs).toBe(1)
})

test('does not repeat what failed for another reason', async () => {
  let runs = 0
  const run = () => {
    runs += 1
    return Promise.reject(new Error('another reason'))
  }
  await expect(atHome(homes('south'), 1001, run)).rejects.toThrow('another reason')
  expect(runs).toBe(1)
})

const isNull = (outcome: { ok: boolean; result?: unknown }) => outcome.ok && outcome.result === null

test('asks the present home where the known one has nothing', async () => {
  const run = (cell: string | null) => (cell === 'south' ? 'paid' : null)
  expect(await atHome(homes('south'), 1001, run, isNull)).toBe('paid')
  expect(await atHome(homes('north'), 1001, run, isNull)).toBe(null)
})

test('says what the known home says while nobody can tell of another one', async () => {
  const away = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  const alone = { cellOf: () => 'north', refresh: () => Promise.reject(away) }
  expect(await atHome(alone, 1001, () => null, isNull)).toBe(null)
})
