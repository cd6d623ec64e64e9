/** The checks of a large database: in ranges of time, the newest first, all of them in the end (W206). */
import { expect, test } from 'vitest'
import { inTurn, checkIntegrity } from '../src/operations/integrity/check.ts'
import { cut, withRange, WHOLE } from '../src/operations/integrity/ranges.ts'
import { INTEGRITY_IN_RANGES } from '../src/operations/integrity/integrity.ts'
import { newReference } from './support/node.ts'
import { useScene } from './support/scene.ts'

const scene = useScene()

const FIRST = Date.parse('2026-10-01T00:00:00Z')
const LAST = Date.parse('2026-11-01T00:00:00Z')

/** The time between in four. */
const FOUR = cut(
  [4, 3, 2, 1].map((part) => FIRST + (part * (LAST - FIRST)) / 4),
  4,
)

test('ranges leave no gap, and are open at both ends', () => {
  const ranges = FOUR
  expect(ranges).toHaveLength(4)
  expect(ranges[0]?.until).toBeNull()
  expect(ranges.at(-1)?.since).toBeNull()
  for (const [place, { since }] of ranges.slice(0, -1).entries()) {
    expect(since).toEqual(ranges[place + 1]?.until)
  }
})

test('each run asks the newest range, and goes on before the last one, round and round', () => {
  const ranges = FOUR
  const [newest, second, third, last] = ranges
  expect(inTurn(ranges, null)).toEqual([newest, second, third, last])
  expect(inTurn(ranges, second?.since?.toISOString() ?? '')).toEqual([newest, third, last, second])
  expect(inTurn(ranges, new Date(0).toISOString())).toEqual([newest, second, third, last])
  // The edges have moved since: what is left of the range in which it ended is asked again.
  const within = new Date((second?.since?.getTime() ?? 0) + 1_000).toISOString()
  expect(inTurn(ranges, within)).toEqual([newest, second, third, last])
})

test('events of one moment are in one range', () => {
  const edge = new Date(LAST)
  expect(cut([LAST, LAST, LAST, LAST], 4)).toEqual([
    { since: edge, until: null },
    { since: null, until: edge },
  ])
})

test('what contradicts a check is found in the range that has it, and in no other', async () => {
  const { platform, channel, partner, server } = scene
  const reference = newReference()
  const { paymentId } = await platform.opened(channel, partner, reference)
  await platform.change(channel, 'confirm', paymentId)
  await server.webhooksArrived(reference, 2)
  await platform.settled()
  const now = await platform.clock.now()
  const soon = { since: new Date(now.getTime() - 3_600_000), until: null }
  const earlier = { since: null, until: soon.since }
  const { pool } = platform
  const client = await pool.connect()
  const violated = async (
    range: typeof soon | typeof earlier | typeof WHOLE,
  ): Promise<string[]> => {
    const names: string[] = []
    for (const [name, query] of Object.entries(INTEGRITY_IN_RANGES)) {
      const sql = withRange(query, range).replaceAll(':grace', '60')
      if ((await client.query(sql)).rows.length > 0) names.push(name)
    }
    return names
  }
  try {
    await client.query('begin; set local session_replication_role = replica')
    await client.query('delete from webhook_attempt_results')
    await client.query('delete from webhook_deliveries where event_id = event_id_of($1, 1)', [
      paymentId,
    ])
    const found = [
      'I6: every event is delivered, pending or visibly failed',
      'I6: delivered means an attempt answered with 200 and success: true',
    ]
    expect(await violated(soon)).toEqual(found)
    expect(await violated(WHOLE)).toEqual(found)
    expect(await violated(earlier)).toEqual([])
  } finally {
    await client.query('rollback')
    client.release()
  }
  const checks = await checkIntegrity(pool)
  expect(checks.filter(({ result }) => result !== 'holds')).toEqual([])
  expect(checks.every(({ askedSince }) => askedSince === null)).toBe(true)
})
