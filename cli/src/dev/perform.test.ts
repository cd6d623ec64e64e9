/** What `wasl dev clock` says when the platform is slow. */
import { expect, test } from 'vitest'
import { perform } from './perform.ts'
import type { Session } from './session.ts'

const MINUTE_MS = 60_000

const move = (isIdle: boolean) => {
  const session = {
    clock: {
      advance: async () => ({ isIdle }),
      next: async () => null,
      read: async () => ({ now: new Date('2026-11-21T09:00:00.000Z'), aheadMs: MINUTE_MS }),
    },
    feed: { tell: () => {} },
  } as unknown as Session
  return perform(session, { command: 'clock', move: { byMs: MINUTE_MS } })
}

test('a move of the clock says when something that became due is still under way', async () => {
  const under = expect.stringContaining('still under way')
  expect((await move(false)).lines).toEqual([expect.any(String), '1 min later', under])
  expect((await move(true)).lines).toEqual([expect.any(String), '1 min later'])
})
