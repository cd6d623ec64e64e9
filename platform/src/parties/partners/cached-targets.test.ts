import { createSecretKey } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { PartnerTarget } from './load-target.ts'
import { createPartnerTargets } from './cached-targets.ts'

const targetOf = (
  partnerId: number,
  revision: number,
  validForMs: number | null = null,
): PartnerTarget => ({
  partnerId,
  status: 'active',
  state: 'live',
  apiUrl: 'https://shop.dz',
  webhookUrl: 'https://shop.dz/webhooks/platform',
  apiSecret: `secret ${revision}`,
  hmacKey: createSecretKey(Buffer.from('key')),
  webhookHeaders: 'interface',
  revision,
  validUntil: null,
  validForMs,
})

const harness = (
  load: (partnerId: number) => Promise<PartnerTarget | null>,
  entriesMax?: number,
) => {
  const state = { nowMs: 0, loads: 0 }
  const targets = createPartnerTargets({
    load: (partnerId) => {
      state.loads += 1
      return load(partnerId)
    },
    nowMs: () => state.nowMs,
    ...(entriesMax !== undefined && { entriesMax }),
  })
  return { targets, state }
}

describe('cached targets', () => {
  test('are read once while the revision stays the same', async () => {
    const { targets, state } = harness(async (id) => targetOf(id, 3))
    await targets.get(1001, 3)
    await targets.get(1001, 3)
    await targets.get(1001, 2)
    expect(state.loads).toBe(1)
  })

  test('are read again when the revision grows', async () => {
    let revision = 1
    const { targets } = harness(async (id) => targetOf(id, revision))
    await targets.get(1001, 1)
    revision = 2
    expect((await targets.get(1001, 2))?.apiSecret).toBe('secret 2')
  })

  test('are read again when a rotation takes effect, not before', async () => {
    const { targets, state } = harness(async (id) => targetOf(id, 1, 700))
    await targets.get(1001, 1)
    state.nowMs = 699
    await targets.get(1001, 1)
    expect(state.loads).toBe(1)
    state.nowMs = 700
    await targets.get(1001, 1)
    expect(state.loads).toBe(2)
  })

  test('are read again after ten seconds, because the database’s clock may be moved', async () => {
    const { targets, state } = harness(async (id) => targetOf(id, 1, 3_600_000))
    await targets.get(1001, 1)
    state.nowMs = 10_000
    await targets.get(1001, 1)
    expect(state.loads).toBe(2)
  })

  test('are read once for concurrent callers', async () => {
    const { targets, state } = harness(async (id) => targetOf(id, 1))
    await Promise.all(Array.from({ length: 50 }, () => targets.get(1001, 1)))
    expect(state.loads).toBe(1)
  })

  test('do not come from a read that began before the revision existed', async () => {
    let release = (): void => undefined
    const gate = new Promise<void>((resolve) => (release = resolve))
    const answers = [
      async () => {
        await gate
        return targetOf(1001, 1)
      },
      async () => targetOf(1001, 2),
    ]
    const { targets } = harness(async () => (answers.shift() as () => Promise<PartnerTarget>)())
    const early = targets.get(1001, 1)
    const late = targets.get(1001, 2)
    release()
    expect((await early)?.revision).toBe(1)
    expect((await late)?.revision).toBe(2)
  })

  test('include no missing partner and no failure', async () => {
    const answers: (() => Promise<PartnerTarget | null>)[] = [
      async () => null,
      () => Promise.reject(new Error('the database is away')),
      async () => targetOf(1001, 1),
    ]
    const { targets } = harness(async () =>
      (answers.shift() as () => Promise<PartnerTarget | null>)(),
    )
    expect(await targets.get(1001, 1)).toBeNull()
    await expect(targets.get(1001, 1)).rejects.toThrow('away')
    expect((await targets.get(1001, 1))?.revision).toBe(1)
  })

  test('are limited: the least recently used one is dropped first', async () => {
    const { targets, state } = harness(async (id) => targetOf(id, 1), 2)
    await targets.get(1, 1)
    await targets.get(2, 1)
    await targets.get(1, 1)
    await targets.get(3, 1)
    expect(state.loads).toBe(3)
    await targets.get(1, 1)
    expect(state.loads).toBe(3)
    await targets.get(2, 1)
    expect(state.loads).toBe(4)
  })
})
