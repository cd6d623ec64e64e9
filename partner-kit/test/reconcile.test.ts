/** The reconciler in simulated time: its pace, its stops and what it goes on from. */
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ReconcileBookmark } from '../src/reconcile/bookmark.ts'
import type { ReferenceToCheck } from '../src/reconcile/difference.ts'
import { fileProgress } from '../src/reconcile/file-progress.ts'
import type { Finding } from '../src/reconcile/finding.ts'
import type { ReconcileOptions, ReconcileProgress } from '../src/reconcile/options.ts'
import { reconcile } from '../src/reconcile/reconcile.ts'
import { runReconcile } from '../src/reconcile/run-reconcile.ts'
import { memoryProgress } from '../src/reconcile/store.ts'
import { NOT_FOUND_STATUS } from './misbehaving-server.ts'
import { failure, mostInAnyMinute, simulatedPlatform } from './simulated-platform.ts'
import type { SimulatedPlatform } from './simulated-platform.ts'

let platform: SimulatedPlatform

beforeEach(() => {
  platform = simulatedPlatform()
})

const ANSWERED = {
  ok: true,
  data: NOT_FOUND_STATUS,
  requestId: null,
  rateLimit: null,
  attempts: 1,
} as const

const ENDLESS_LIFE = { findings: Infinity, lastIsHandled: true }

const names = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `INV-${String(index + 1).padStart(5, '0')}`)

const open = (references: readonly string[]): ReferenceToCheck[] =>
  references.map((reference) => ({ reference, state: 'open' as const }))

const paid = (count: number): ReferenceToCheck[] =>
  names(count).map((reference) => ({ reference, state: 'paid' }))

const optionsFor = (
  references: ReconcileOptions['references'],
  changes: Partial<ReconcileOptions> = {},
): ReconcileOptions => ({ client: platform.client, clock: platform.clock, references, ...changes })

const all = async (options: ReconcileOptions): Promise<Finding[]> => {
  const found: Finding[] = []
  for await (const finding of reconcile(options)) found.push(finding)
  return found
}

const told = (found: readonly Finding[]): string[] =>
  found.map(({ reference, difference }) => `${reference} ${difference}`)

describe('reconciling', () => {
  test('tells what differs and passes over what agrees', async () => {
    platform.stages.set('B', 'paid').set('C', 'paid')
    const references: ReferenceToCheck[] = [
      { reference: 'A', state: 'open' },
      { reference: 'B', state: 'open', amount: 100 },
      { reference: 'C', state: 'paid', amount: 599.8 },
      { reference: 'D', state: 'paid' },
    ]
    const found = await all(optionsFor(references))
    expect(told(found)).toEqual([
      'B paid_there_not_here',
      'B amount_differs',
      'D paid_here_not_there',
    ])
    expect(found[0]).toMatchObject({
      here: { reference: 'B', state: 'open', amount: 100 },
      there: { stage: 'paid', amount: 599.8 },
    })
    expect(platform.asked).toEqual(['A', 'B', 'C', 'D'])
  })

  test.each([
    ['an array', () => open(names(3))],
    ['a generator', () => open(names(3)).values()],
    [
      'an async generator',
      async function* rows() {
        yield* open(names(3))
      },
    ],
  ] as const)('takes %s', async (_, references) => {
    await all(optionsFor(references()))
    expect(platform.asked).toEqual(names(3))
  })

  test('tells its progress at the start, after each reference and before each wait', async () => {
    platform.stages.set('INV-00002', 'paid')
    const seen: ReconcileProgress[] = []
    const onProgress = (progress: ReconcileProgress): void => {
      seen.push(progress)
    }
    await all(optionsFor(open(names(3)), { perMinute: 2, onProgress }))
    expect(seen.map(({ checked, findings, waitingMs }) => [checked, findings, waitingMs])).toEqual([
      [0, 0, 0],
      [1, 0, 0],
      [2, 1, 0],
      [2, 1, expect.closeTo(60_100 - 40, -2)],
      [3, 1, 0],
    ])
    expect(seen.at(-1)).toMatchObject({ last: 'INV-00003', deferred: 0, resumed: false })
  })

  test('holds one reference at a time, and ends the list when the loop is left', async () => {
    let taken = 0
    let ended = false
    const rows = function* rows(): Generator<ReferenceToCheck> {
      try {
        for (;;) {
          taken += 1
          yield { reference: `INV-${taken}`, state: 'paid' }
        }
      } finally {
        ended = true
      }
    }
    for await (const finding of reconcile(optionsFor(rows()))) {
      if (finding.reference === 'INV-20') break
    }
    expect([taken, ended]).toEqual([20, true])
  })

  test('with a callback waits for it and tells how it ended', async () => {
    platform.stages.set('INV-00002', 'paid')
    const seen: string[] = []
    const outcome = await runReconcile({
      ...optionsFor(open(names(3))),
      onFinding: async ({ reference }) => {
        await Promise.resolve()
        seen.push(reference)
      },
    })
    expect(seen).toEqual(['INV-00002'])
    expect(outcome).toMatchObject({ ok: true, progress: { checked: 3, findings: 1 } })
  })

  test('with a callback that throws throws what it threw', async () => {
    const failing = runReconcile({
      ...optionsFor([{ reference: 'A', state: 'paid' }]),
      onFinding: () => {
        throw new Error('The books are closed.')
      },
    })
    await expect(failing).rejects.toThrow('The books are closed.')
  })
})

describe('the pace', () => {
  test('is never more than asked for in any sliding 60 s, however long calls take', async () => {
    const took = fc.array(fc.integer({ min: 0, max: 9_000 }), { minLength: 1, maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 60 }), took, async (perMinute, tookMs) => {
        let turn = 0
        platform = simulatedPlatform({ tookMs: () => tookMs[turn++ % tookMs.length] ?? 0 })
        await all(optionsFor(open(names(150)), { perMinute }))
        expect(mostInAnyMinute(platform.acceptedMs)).toBeLessThanOrEqual(perMinute)
        expect(platform.refusals).toBe(0)
        expect(platform.asked).toEqual(names(150))
      }),
      { numRuns: 40 },
    )
  })

  test('uses what it may: 50 at once, then 50 a minute', async () => {
    const since = platform.nowMs()
    await all(optionsFor(open(names(50))))
    expect(platform.nowMs() - since).toBeLessThan(3_000)
    await all(optionsFor(open(names(500)), { store: memoryProgress() }))
    expect(platform.nowMs() - since).toBeLessThan(11 * 61_000)
  })

  test.each([
    ['leaves others alone that use their part of the quota', 2_050, 0],
    ['makes room within minutes for others that use more than their part', 1_300, 310_000],
  ])('%s', async (_, everyMs, sinceMs) => {
    // Another process asks all the time, with the same partner's key.
    const startMs = platform.nowMs()
    let otherNextMs = startMs
    const otherRefusedMs: number[] = []
    platform = simulatedPlatform({
      tookMs() {
        for (; otherNextMs <= platform.nowMs(); otherNextMs += everyMs) {
          const since = otherNextMs - 60_000
          const inWindow = platform.acceptedMs.filter((ms) => ms > since).length
          if (inWindow >= 60) otherRefusedMs.push(otherNextMs - startMs)
          else platform.acceptedMs.push(otherNextMs)
          platform.acceptedMs.sort((a, b) => a - b)
        }
        return 40
      },
    })
    await all(optionsFor(open(names(250)), { perMinute: 30 }))
    expect(otherRefusedMs.filter((ms) => ms > sinceMs)).toEqual([])
    expect(platform.refusals).toBe(0)
    expect(platform.asked).toEqual(names(250))
  })

  test('heeds a 429: waits as long as told and asks the same reference again', async () => {
    platform.answer = (reference, count) =>
      reference === 'INV-00002' && count <= 2
        ? failure('PARTNER_API429_RATE_LIMITED', { status: 429, retryAfterMs: 33_000 })
        : undefined
    const since = platform.nowMs()
    expect(await all(optionsFor(open(names(3))))).toEqual([])
    expect(platform.asked).toEqual([
      'INV-00001',
      'INV-00002',
      'INV-00002',
      'INV-00002',
      'INV-00003',
    ])
    expect(platform.nowMs() - since).toBeGreaterThanOrEqual(66_000)
    expect(platform.nowMs() - since).toBeLessThan(70_000)
  })

  test('is kept by two runs one after the other with one store', async () => {
    platform = simulatedPlatform({ ratelimit: false })
    const store = memoryProgress()
    const references = paid(90)
    for await (const finding of reconcile(optionsFor(references, { perMinute: 40, store }))) {
      if (finding.reference === 'INV-00035') break
    }
    await all(optionsFor(references, { perMinute: 40, store }))
    expect(mostInAnyMinute(platform.acceptedMs)).toBeLessThanOrEqual(40)
    expect(new Set(platform.asked).size).toBe(90)
  })
})

describe('a reference without an answer', () => {
  test('is reported, retried later, and not lost', async () => {
    platform.stages.set('INV-00002', 'paid')
    platform.answer = (reference, count) =>
      reference === 'INV-00002' && count === 1 ? failure('timeout') : undefined
    const found = await all(optionsFor(open(names(4))))
    expect(told(found)).toEqual(['INV-00002 unanswered', 'INV-00002 paid_there_not_here'])
    expect(found[0]).toMatchObject({ willRetry: true, there: null, failure: { error: 'timeout' } })
    expect(platform.asked).toEqual([
      'INV-00001',
      'INV-00002',
      'INV-00003',
      'INV-00004',
      'INV-00002',
    ])
  })

  test('is given up after its fifth failure, and the last finding says so', async () => {
    platform.answer = (reference) =>
      reference === 'INV-00002' ? failure('bad_response', { status: 200 }) : undefined
    const outcome = await runReconcile({ ...optionsFor(open(names(3))), onFinding: () => {} })
    expect(outcome).toMatchObject({ ok: true, progress: { checked: 3, findings: 5, deferred: 0 } })
    const found = await all(optionsFor(open(['INV-00002'])))
    expect(found.map((finding) => 'willRetry' in finding && finding.willRetry)).toEqual([
      true,
      true,
      true,
      true,
      false,
    ])
  })

  test('that is invalid is reported once', async () => {
    platform.answer = (reference) =>
      reference === ' x' ? failure('VALIDATION400', { attempts: 0 }) : undefined
    // It was not sent, so it takes nothing of the two calls a minute.
    const found = await all(optionsFor(open(['A', ' x', 'B']), { perMinute: 2 }))
    expect(platform.nowMs()).toBeLessThan(1_060_000)
    expect(told(found)).toEqual([' x unanswered'])
    expect(found[0]).toMatchObject({ willRetry: false, failure: { error: 'VALIDATION400' } })
    expect(platform.asked).toEqual(['A', ' x', 'B'])
  })

  test('outlives a restart', async () => {
    const store = memoryProgress()
    platform.answer = (reference) => (reference === 'INV-00001' ? failure('network') : undefined)
    const references = paid(3)
    for await (const finding of reconcile(optionsFor(references, { store }))) {
      if (finding.reference === 'INV-00003') break
    }
    platform.asked.length = 0
    platform.answer = () => undefined
    const found = await all(optionsFor(references, { store }))
    expect(told(found)).toEqual(['INV-00001 paid_here_not_there', 'INV-00003 paid_here_not_there'])
    expect(platform.asked).toEqual(['INV-00001', 'INV-00003'])
  })
})

describe('a platform that is away', () => {
  test('for some minutes is waited for, ever longer, and nothing is lost', async () => {
    const untilMs = platform.nowMs() + 100_000
    platform.answer = () =>
      platform.nowMs() < untilMs ? failure('SERVER503_UNAVAILABLE', { status: 503 }) : undefined
    const references = paid(100)
    const found = await all(optionsFor(references))
    const lost = found.filter((finding) => 'willRetry' in finding && !finding.willRetry)
    expect(lost).toEqual([])
    const answered = found.filter(({ difference }) => difference === 'paid_here_not_there')
    expect(answered.map(({ reference }) => reference).toSorted()).toEqual(names(100))
    expect(found.length).toBeLessThan(100 + 10)
  })

  test('stops the run after ten calls in a row, and the next run loses nothing', async () => {
    const store = memoryProgress()
    platform.answer = () => failure('network')
    const outcome = await runReconcile({
      ...optionsFor(open(names(30)), { store }),
      onFinding: () => {},
    })
    expect(outcome).toMatchObject({
      ok: false,
      stopped: 'unreachable',
      failure: { error: 'network' },
    })
    expect(platform.asked).toHaveLength(10)
    platform.asked.length = 0
    platform.answer = () => undefined
    await all(optionsFor(open(names(30)), { store }))
    expect(platform.asked.toSorted()).toEqual(names(30))
  })

  test.each(['PARTNER_API401_UNAUTHORIZED', 'PARTNER_API403_MERCHANT_INACTIVE'])(
    'and refuses with %s stops the run at once',
    async (error) => {
      const store = memoryProgress()
      platform.answer = (_, count) => (count === 1 ? undefined : failure(error, { status: 401 }))
      platform.answer = (reference) =>
        reference === 'INV-00003' ? failure(error, { status: 401 }) : undefined
      const running = all(optionsFor(open(names(5)), { store }))
      await expect(running).rejects.toMatchObject({
        name: 'ReconcileStoppedError',
        reason: 'refused',
        failure: { error },
      })
      platform.asked.length = 0
      platform.answer = () => undefined
      await all(optionsFor(open(names(5)), { store }))
      expect(platform.asked).toEqual(['INV-00003', 'INV-00004', 'INV-00005'])
    },
  )

  test('Retry-After of a 503 is heeded', async () => {
    platform.answer = (reference, count) =>
      reference === 'A' && count === 1
        ? failure('SERVER503_UNAVAILABLE', { status: 503, retryAfterMs: 45_000 })
        : undefined
    const since = platform.nowMs()
    await all(optionsFor(open(['A', 'B'])))
    expect(platform.nowMs() - since).toBeGreaterThan(45_000)
  })
})

describe('a signal', () => {
  test('ends the loop with its reason, also in a wait', async () => {
    const controller = new AbortController()
    const onProgress = ({ waitingMs }: ReconcileProgress): void => {
      if (waitingMs > 0) controller.abort(new Error('The night is over.'))
    }
    const running = all(
      optionsFor(open(names(5)), { perMinute: 3, signal: controller.signal, onProgress }),
    )
    await expect(running).rejects.toThrow('The night is over.')
    expect(platform.asked).toHaveLength(3)
  })

  test('is returned by the callback form as aborted', async () => {
    const controller = new AbortController()
    const outcome = await runReconcile({
      ...optionsFor(paid(9), {
        signal: controller.signal,
      }),
      onFinding: ({ reference }) => {
        if (reference === 'INV-00004') controller.abort()
      },
    })
    expect(outcome).toMatchObject({ ok: false, stopped: 'aborted', progress: { checked: 4 } })
  })
})

describe('going on after a restart', () => {
  test('neither skips nor repeats more than the one under way, wherever it was killed', async () => {
    const life = fc.record({
      findings: fc.integer({ min: 1, max: 7 }),
      // Just before its work on the last of them was saved, or just after.
      lastIsHandled: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(life, { minLength: 1, maxLength: 6 }), async (lives) => {
        platform = simulatedPlatform()
        const store = memoryProgress()
        const handled: string[] = []
        for (const { findings, lastIsHandled } of [...lives, ENDLESS_LIFE]) {
          let left = findings
          for await (const { reference } of reconcile(optionsFor(paid(40), { store }))) {
            left -= 1
            if (left > 0 || lastIsHandled) handled.push(reference)
            // A killed process never asks for the next finding.
            if (left === 0) break
          }
        }
        const repeats = lives.filter(({ lastIsHandled }) => lastIsHandled).length
        expect([...new Set(handled)]).toEqual(names(40))
        expect(handled.length).toBeLessThanOrEqual(40 + repeats)
      }),
      { numRuns: 50 },
    )
  })

  test('begins at the start once a run was complete', async () => {
    const store = memoryProgress()
    await all(optionsFor(open(names(3)), { store }))
    await all(optionsFor(open(names(3)), { store }))
    expect(platform.asked).toEqual([...names(3), ...names(3)])
  })

  test('asks a function for the references behind the last one', async () => {
    const store = memoryProgress()
    const calls: (string | null)[] = []
    const references = (after: string | null) => {
      calls.push(after)
      return paid(5).filter(({ reference }) => after === null || reference > after)
    }
    for await (const { reference } of reconcile(optionsFor(references, { store }))) {
      if (reference === 'INV-00003') break
    }
    const found = await all(optionsFor(references, { store }))
    expect(calls).toEqual([null, 'INV-00002'])
    expect(found.map(({ reference }) => reference)).toEqual(names(5).slice(2))
  })

  test('goes on in a list from which earlier references are gone', async () => {
    const store = memoryProgress()
    for await (const { reference } of reconcile(optionsFor(paid(6), { store }))) {
      if (reference === 'INV-00004') break
    }
    const found = await all(optionsFor(paid(6).slice(2), { store }))
    expect(found.map(({ reference }) => reference)).toEqual(names(6).slice(3))
  })

  test('begins again where the last reference is gone from a list, rather than skip any', async () => {
    const store = memoryProgress()
    for await (const { reference } of reconcile(optionsFor(paid(6), { store }))) {
      if (reference === 'INV-00004') break
    }
    const rest = paid(6).filter(({ reference }) => reference !== 'INV-00003')
    const found = await all(optionsFor(rest, { store }))
    expect(found.map(({ reference }) => reference)).toEqual(rest.map(({ reference }) => reference))
  })

  test('stops when the list cannot be read again, and the next run starts over', async () => {
    const store = memoryProgress()
    for await (const { reference } of reconcile(optionsFor(paid(6), { store }))) {
      if (reference === 'INV-00004') break
    }
    const once = async function* once() {
      yield* paid(2)
    }
    await expect(all(optionsFor(once(), { store }))).rejects.toMatchObject({
      reason: 'lost_place',
      message: expect.stringContaining('"INV-00003"'),
    })
    expect(told(await all(optionsFor(once(), { store })))).toHaveLength(2)
  })

  test.each([
    ['another version', { version: 2 }],
    ['no object', 'INV-00003'],
    ['a deferred reference of no state', { deferred: [{ here: { reference: 'A' }, tries: 1 }] }],
    ['a negative count', { checked: -1 }],
    ['more than could be', { calledAtMs: Array.from({ length: 61 }, () => 1) }],
  ])('refuses a bookmark that is %s instead of guessing', async (_, wrong) => {
    const good = {
      version: 1,
      last: null,
      checked: 0,
      findings: 0,
      deferred: [],
      calledAtMs: [],
    }
    const loaded = typeof wrong === 'string' ? wrong : { ...good, ...wrong }
    const store = { ...memoryProgress(), load: () => Promise.resolve<unknown>(loaded) }
    await expect(all(optionsFor(open(names(3)), { store }))).rejects.toThrow('Clear the store')
    expect(platform.asked).toEqual([])
  })
})

test('what is kept stays small, however long the list and however many fail', async () => {
  let largest = 0
  let unanswered = 0
  const client: ReconcileOptions['client'] = {
    status(reference) {
      platform.advance(10)
      const fails = reference.endsWith('7')
      return Promise.resolve(fails ? failure('bad_response') : ANSWERED)
    },
  }
  const rows = function* rows(): Generator<ReferenceToCheck> {
    for (let row = 0; row < 5_000; row += 1)
      yield { reference: `${'و'.repeat(120)}${row}`, state: 'open' }
  }
  const store = {
    ...memoryProgress(),
    save: (bookmark: ReconcileBookmark) => {
      largest = Math.max(largest, JSON.stringify(bookmark).length)
      return Promise.resolve()
    },
  }
  for await (const finding of reconcile(optionsFor(rows(), { client, store }))) {
    if ('willRetry' in finding && !finding.willRetry) unanswered += 1
  }
  expect(unanswered).toBe(500)
  expect(largest).toBeLessThan(32_000)
})

describe('progress in a file', () => {
  let folder: string

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'wasl-reconcile-'))
  })

  afterEach(() => {
    rmSync(folder, { recursive: true, force: true })
  })

  test('is one whole file that only this user reads, and gone when the run is complete', async () => {
    const path = join(folder, 'progress.json')
    const store = fileProgress(path)
    const references = paid(5)
    for await (const { reference } of reconcile(optionsFor(references, { store }))) {
      if (reference === 'INV-00004') break
    }
    expect(readdirSync(folder)).toEqual(['progress.json'])
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ last: 'INV-00003', checked: 3 })
    const found = await all(optionsFor(references, { store: fileProgress(path) }))
    expect(found.map(({ reference }) => reference)).toEqual(names(5).slice(3))
    expect(readdirSync(folder)).toEqual([])
  })

  test('is replaced in one step, so that nobody ever reads half of it', async () => {
    const path = join(folder, 'progress.json')
    const store = fileProgress(path)
    const rest = {
      version: 1,
      checked: 0,
      findings: 0,
      deferred: [],
      calledAtMs: [],
    } satisfies Partial<ReconcileBookmark>
    await store.save({ ...rest, last: 'INV-00001' })
    const { ino } = statSync(path)
    await store.save({ ...rest, last: 'INV-00002' })
    expect(statSync(path).ino).not.toBe(ino)
    expect(await store.load()).toMatchObject({ last: 'INV-00002' })
  })

  test('that was cut short while it was written does no harm', async () => {
    const path = join(folder, 'progress.json')
    const store = fileProgress(path)
    await store.save({
      version: 1,
      last: 'INV-00002',
      checked: 2,
      findings: 0,
      deferred: [],
      calledAtMs: [],
    })
    writeFileSync(`${path}.new`, '{"version":1,"la')
    await all(optionsFor(open(names(4)), { store }))
    expect(platform.asked).toEqual(['INV-00003', 'INV-00004'])
  })

  test('that holds something else is not written over', async () => {
    const path = join(folder, 'invoices.csv')
    writeFileSync(path, 'INV-1;599,80')
    await expect(all(optionsFor(open(names(2)), { store: fileProgress(path) }))).rejects.toThrow(
      'is not JSON',
    )
    expect(readFileSync(path, 'utf8')).toBe('INV-1;599,80')
  })
})

describe('a reconciler', () => {
  const list = open(names(1))

  test.each([
    ['client.status', { client: {} as never }],
    ['references', { references: 'INV-1' as never }],
    ['references', { references: undefined as never }],
    ['perMinute', { perMinute: 61 }],
    ['perMinute', { perMinute: 0 }],
    ['store.save', { store: { ...memoryProgress(), save: 1 as never } }],
    ['onProgress', { onProgress: 'yes' as never }],
    ['clock.sleep', { clock: { nowMs: () => 0 } as never }],
  ])('with a wrong %s is not made', (name, changes) => {
    const made = () => reconcile(optionsFor(list, changes))
    expect(made).toThrow(TypeError)
    expect(made).toThrow(`reconcile: ${name}: expected`)
  })

  test.each([
    ['item 2: expected { reference, state }', null],
    ['item 2: reference: expected a string', { reference: 7, state: 'open' }],
    ['item 2: state: expected one of open, locked, paid, refunded', { reference: 'A', state: 'x' }],
    ['item 2: amount: expected a number', { reference: 'A', state: 'open', amount: '599.80' }],
  ])('throws for an invalid item: %s', async (sentence, item) => {
    const running = all(optionsFor([...list, item as never]))
    await expect(running).rejects.toThrow(TypeError)
    await expect(all(optionsFor([...list, item as never]))).rejects.toThrow(sentence)
  })
})
