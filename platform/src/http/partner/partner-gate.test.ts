import { expect, test } from 'vitest'
import { createPartnerGate } from './partner-gate.ts'

/** Work that ends when the test says so. */
const heldWork = () => {
  const held: (() => void)[] = []
  return {
    held,
    work: () => new Promise<string>((resolve) => held.push(() => resolve('done'))),
  }
}

test("one partner's work waits for its places, and another partner's does not", async () => {
  const gate = createPartnerGate({ inFlightMax: 2, waitingMax: 1 })
  const { held, work } = heldWork()
  const first = [1, 2, 3].map(() => gate.within(7, work))
  await expect(gate.within(7, work)).rejects.toMatchObject({
    code: 'PARTNER_API429_TOO_MANY_AT_ONCE',
    headers: { 'retry-after': '1' },
  })
  expect(held).toHaveLength(2)
  const other = gate.within(8, work)
  await expect.poll(() => held.length).toBe(3)
  held.shift()?.()
  await expect.poll(() => held.length).toBe(3)
  for (const end of held) end()
  expect(await Promise.all([...first, other])).toEqual(['done', 'done', 'done', 'done'])
})

test('work that fails gives its place to the next', async () => {
  const gate = createPartnerGate({ inFlightMax: 1, waitingMax: 5 })
  const failing = Array.from({ length: 3 }, () =>
    gate.within(7, () => Promise.reject(new Error('broken'))),
  )
  const last = gate.within(7, () => Promise.resolve('done'))
  expect((await Promise.allSettled(failing)).map(({ status }) => status)).toEqual([
    'rejected',
    'rejected',
    'rejected',
  ])
  expect(await last).toBe('done')
})

test('a place is held until it is given back, once', async () => {
  const gate = createPartnerGate({ inFlightMax: 1, waitingMax: 1 })
  const giveBack = await gate.hold(7)
  const next = gate.hold(7)
  await expect(gate.hold(7)).rejects.toMatchObject({ code: 'PARTNER_API429_TOO_MANY_AT_ONCE' })
  giveBack()
  giveBack()
  const giveNextBack = await next
  const last = gate.within(7, () => Promise.resolve('done'))
  giveNextBack()
  expect(await last).toBe('done')
})
