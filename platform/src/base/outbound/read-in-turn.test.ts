import { expect, test } from 'vitest'
import { createReadInTurn } from './read-in-turn.ts'

/** Turns of an event loop that come when the test says so, and a clock that it moves. */
const slowTurns = () => {
  const turns: (() => void)[] = []
  let nowMs = 0
  const readInTurn = createReadInTurn({
    now: () => nowMs,
    nextTurn: (callback) => turns.push(callback),
  })
  const done: string[] = []
  return {
    done,
    scheduled: () => turns.length,
    read: (name: string, byteCount: number, tookMs = 0) =>
      readInTurn(byteCount, () => {
        nowMs += tookMs
        done.push(name)
        return name
      }),
    turn: () => turns.shift()?.(),
  }
}

test('a short answer is read at once', async () => {
  const { read, done } = slowTurns()
  const answer = read('short', 1_024)
  expect(done).toEqual(['short'])
  expect(await answer).toBe('short')
})

test('each turn reads one slow answer, in order', async () => {
  const { read, done, turn, scheduled } = slowTurns()
  const answers = ['a', 'b', 'c'].map((name) => read(name, 200_000, 3))
  expect(done).toEqual([])
  turn()
  expect(done).toEqual(['a'])
  expect(scheduled()).toBe(1)
  void read('short', 100)
  turn()
  expect(done).toEqual(['a', 'short', 'b'])
  turn()
  expect(await Promise.all(answers)).toEqual(['a', 'b', 'c'])
  expect(scheduled()).toBe(0)
})

test('fast answers are read in one turn', () => {
  const { read, done, turn } = slowTurns()
  for (const name of ['a', 'b', 'c']) void read(name, 2_000)
  turn()
  expect(done).toEqual(['a', 'b', 'c'])
})

test('an answer that cannot be read delays no other', async () => {
  const readInTurn = createReadInTurn()
  const broken = readInTurn(2_000, () => {
    throw new Error('broken')
  })
  const next = readInTurn(2_000, () => 'read')
  await expect(broken).rejects.toThrow('broken')
  expect(await next).toBe('read')
})
