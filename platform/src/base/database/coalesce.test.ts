import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { HELD } from './apart.ts'
import { coalesce } from './coalesce.ts'
import { Overloaded } from './overloaded.ts'

const LIMITS = { batchMax: 100, inFlightMax: 1, waitingMax: 1_000 }

const sqlError = (code: string): Error => Object.assign(new Error(code), { code })

describe('coalesce', () => {
  test('gathers items during a round trip and gives each its own answer', async () => {
    const batches: number[][] = []
    const double = coalesce<number, number>({
      ...LIMITS,
      run: async (items) => {
        batches.push(items)
        await pause(5)
        return items.map((item) => item * 2)
      },
    })
    const first = double(1)
    await pause(1)
    const rest = [2, 3, 4].map(double)
    expect(await Promise.all([first, ...rest])).toEqual([2, 4, 6, 8])
    expect(batches).toEqual([[1], [2, 3, 4]])
  })

  test('sends the next batch before it answers the callers of the one before', async () => {
    const events: string[] = []
    const run = coalesce<string, string>({
      ...LIMITS,
      run: async (items) => {
        events.push(`sent ${items.join()}`)
        await pause(5)
        return items
      },
    })
    const answered = (item: string) => run(item).then(() => events.push(`answered ${item}`))
    const first = answered('a')
    await pause(1)
    await Promise.all([first, answered('b')])
    expect(events).toEqual(['sent a', 'sent b', 'answered a', 'answered b'])
  })

  test('never has more batches under way, nor larger ones, than allowed', async () => {
    let underWay = 0
    let underWayMax = 0
    const sizes: number[] = []
    const run = coalesce<number, number>({
      batchMax: 7,
      inFlightMax: 2,
      waitingMax: 1_000,
      run: async (items) => {
        underWay += 1
        underWayMax = Math.max(underWayMax, underWay)
        sizes.push(items.length)
        await pause(1)
        underWay -= 1
        return items
      },
    })
    const items = Array.from({ length: 200 }, (_, index) => index)
    expect(await Promise.all(items.map(run))).toEqual(items)
    expect(underWayMax).toBe(2)
    expect(Math.max(...sizes)).toBe(7)
  })

  test('divides busy callers evenly among the statements under way', async () => {
    const sizes: number[] = []
    const run = coalesce<number, number>({
      ...LIMITS,
      inFlightMax: 2,
      run: async (items) => {
        sizes.push(items.length)
        await pause(2)
        return items
      },
    })
    const caller = async (): Promise<void> => {
      for (let asked = 0; asked < 10; asked += 1) await run(asked)
    }
    await Promise.all(Array.from({ length: 60 }, caller))
    expect(Math.max(...sizes)).toBeLessThanOrEqual(31)
    expect(sizes.length).toBeLessThanOrEqual(22)
  })

  test('does not divide a few callers', async () => {
    const batches: number[][] = []
    const run = coalesce<number, number>({
      ...LIMITS,
      inFlightMax: 2,
      run: async (items) => {
        batches.push(items)
        return items
      },
    })
    await Promise.all([1, 2, 3].map(run))
    expect(batches).toEqual([[1, 2, 3]])
  })

  test('keeps two items of one key out of the same batch, and in their order', async () => {
    const batches: string[][] = []
    const run = coalesce<string, string>({
      ...LIMITS,
      keyOf: (item) => item.charAt(0),
      run: async (items) => {
        batches.push(items)
        return items
      },
    })
    await Promise.all(['a1', 'b1', 'a2', 'a3', 'b2'].map(run))
    expect(batches).toEqual([['a1', 'b1'], ['a2', 'b2'], ['a3']])
  })

  test('decides each item alone when one of a batch is refused by the database', async () => {
    const run = coalesce<number, number>({
      ...LIMITS,
      run: async (items) => {
        if (items.includes(13)) throw sqlError('22021')
        return items
      },
    })
    const results = await Promise.allSettled([1, 13, 2].map(run))
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })

  test('retries a statement that lost a deadlock', async () => {
    let runs = 0
    const run = coalesce<number, number>({
      ...LIMITS,
      run: async (items) => {
        runs += 1
        if (runs < 3) throw sqlError('40P01')
        return items
      },
    })
    expect(await run(1)).toBe(1)
  })

  test('does not retry what may have been committed: a lost connection fails the whole batch', async () => {
    let runs = 0
    const run = coalesce<number, number>({
      ...LIMITS,
      run: async () => {
        runs += 1
        throw new Error('Connection terminated unexpectedly')
      },
    })
    const results = await Promise.allSettled([1, 2].map(run))
    expect(results.every(({ status }) => status === 'rejected')).toBe(true)
    expect(runs).toBe(1)
  })

  test('refuses items beyond its limit without starting them', async () => {
    const run = coalesce<number, number>({
      batchMax: 1,
      inFlightMax: 1,
      waitingMax: 2,
      run: async (items) => {
        await pause(1)
        return items
      },
    })
    const results = await Promise.allSettled([1, 2, 3].map(run))
    expect(results[2]).toMatchObject({ status: 'rejected', reason: expect.any(Overloaded) })
    expect(results.slice(0, 2).every(({ status }) => status === 'fulfilled')).toBe(true)
  })

  test('decides a held item apart, retries it, and delays no other', async () => {
    const free = Promise.withResolvers<void>()
    let isFree = false
    const apart: string[][] = []
    const run = coalesce<string, string>({
      ...LIMITS,
      keyOf: (item) => item.charAt(0),
      run: async (items) => items.map((item) => (item.startsWith('a') ? HELD : item)),
      runApart: async (items) => {
        apart.push(items)
        if (apart.length === 3) free.resolve()
        return items.map((item) => (isFree ? item : HELD))
      },
    })
    const held = run('a1')
    expect(await run('b1')).toBe('b1')
    await free.promise
    isFree = true
    expect(await held).toBe('a1')
    expect(apart.every((items) => items.join() === 'a1')).toBe(true)
  })

  test('keeps the order of a key when its first item is held', async () => {
    let isFree = false
    const decided: string[] = []
    const decide = (items: string[]): (string | typeof HELD)[] =>
      items.map((item) => {
        if (item === 'a1' && !isFree) return HELD
        decided.push(item)
        return item
      })
    const run = coalesce<string, string>({
      ...LIMITS,
      keyOf: (item) => item.charAt(0),
      run: async (items) => decide(items),
    })
    const asked = ['a1', 'a2', 'b1'].map(run)
    await asked[2]
    const later = run('a3')
    await run('b2')
    expect(decided).toEqual(['b1', 'b2'])
    isFree = true
    await Promise.all([...asked, later])
    expect(decided).toEqual(['b1', 'b2', 'a1', 'a2', 'a3'])
  })

  test('answers the rest of a batch whose wait for a lock timed out, one by one', async () => {
    const sizes: number[] = []
    const run = coalesce<number, number>({
      ...LIMITS,
      lockOf: String,
      run: async (items) => {
        sizes.push(items.length)
        if (sizes.length <= 3 && items.includes(13)) throw sqlError('55P03')
        return items
      },
    })
    expect(await Promise.all([1, 13, 2].map(run))).toEqual([1, 13, 2])
    expect(sizes).toEqual([3, 1, 1, 1, 1])
  })

  test('lets a hundred callers wait for one held item, and refuses the others', async () => {
    let isFree = false
    const run = coalesce<number, number>({
      ...LIMITS,
      keyOf: () => 'one row',
      run: async (items) => items.map((item) => (isFree ? item : HELD)),
    })
    const answers = Array.from({ length: 110 }, (_, item) => run(item))
    const refused = await Promise.allSettled(answers.slice(100))
    isFree = true
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 'rejected'))
    expect(refused[0]).toMatchObject({ reason: expect.any(Overloaded) })
    expect(await Promise.all(answers.slice(0, 100))).toHaveLength(100)
  })

  test('gives up a held item in the end, and lets no batch wait for later items of its key', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const batches: string[][] = []
    let isFree = false
    const run = coalesce<string, string>({
      ...LIMITS,
      lockOf: (item) => item.charAt(0),
      run: async (items) => {
        batches.push(items)
        if (items.some((item) => item.startsWith('a')) && !isFree) throw sqlError('55P03')
        return items
      },
      runApart: async ([item = '']) => {
        if (item.startsWith('a') && !isFree) throw sqlError('55P03')
        return [item]
      },
    })
    const first = Promise.allSettled([run('a1'), run('b1')])
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await first).toMatchObject([{ reason: { code: '55P03' } }, { value: 'b1' }])
    isFree = true
    expect(await Promise.all([run('a2'), run('b2')])).toEqual(['a2', 'b2'])
    // The key is free again, as its item was decided.
    await run('a3')
    expect(batches).toEqual([['a1', 'b1'], ['b2'], ['a3']])
  })
})
