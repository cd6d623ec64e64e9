import { describe, expect, test } from 'vitest'
import { deferred } from '../test/support.ts'
import { memoryDedupe } from './memory-dedupe.ts'

const nothing = () => Promise.resolve()

describe('memoryDedupe', () => {
  test('runs once for a key', async () => {
    const dedupe = memoryDedupe()
    let runs = 0
    const run = () => {
      runs += 1
      return Promise.resolve()
    }
    expect(await dedupe.once('a', run)).toBe('ran')
    expect(await dedupe.once('a', run)).toBe('duplicate')
    expect(await dedupe.once('b', run)).toBe('ran')
    expect(runs).toBe(2)
  })

  test('a copy that comes meanwhile waits for the first, and does not run when it succeeds', async () => {
    const dedupe = memoryDedupe()
    const held = deferred()
    const order: string[] = []
    const first = dedupe.once('a', () => held.promise).then((outcome) => order.push(`1 ${outcome}`))
    const second = dedupe.once('a', nothing).then((outcome) => order.push(`2 ${outcome}`))
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(order).toEqual([])
    held.resolve()
    await Promise.all([first, second])
    expect(order).toEqual(['1 ran', '2 duplicate'])
  })

  test('when the first fails, exactly one of the waiting copies runs', async () => {
    const dedupe = memoryDedupe()
    const held = deferred()
    const first = dedupe.once('a', () => held.promise)
    let runs = 0
    const copies = Array.from({ length: 10 }, () =>
      dedupe.once('a', async () => {
        runs += 1
        await new Promise((resolve) => setTimeout(resolve, 5))
      }),
    )
    held.reject()
    await expect(first).rejects.toThrow('held back')
    const outcomes = await Promise.all(copies)
    expect(runs).toBe(1)
    expect(outcomes.filter((outcome) => outcome === 'ran')).toHaveLength(1)
  })

  test('a run that throws at once is no more handled than one that rejects', async () => {
    const dedupe = memoryDedupe()
    const thrower = () => {
      throw new Error('at once')
    }
    await expect(dedupe.once('a', thrower)).rejects.toThrow('at once')
    expect(await dedupe.once('a', nothing)).toBe('ran')
  })

  test('forgets the oldest beyond its capacity', async () => {
    const dedupe = memoryDedupe({ capacity: 2 })
    for (const key of ['a', 'b', 'c']) await dedupe.once(key, nothing)
    expect(await dedupe.once('c', nothing)).toBe('duplicate')
    expect(await dedupe.once('b', nothing)).toBe('duplicate')
    expect(await dedupe.once('a', nothing)).toBe('ran')
  })

  test.each([0, -1, 1.5, Number.NaN])('a capacity of %s is refused', (capacity) => {
    expect(() => memoryDedupe({ capacity })).toThrow(/capacity: expected an integer/)
  })
})
