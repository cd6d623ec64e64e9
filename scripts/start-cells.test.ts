/** `npm start -- --cells 2` as a separate process. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { until } from '../platform/test/support/wait.ts'
import { READY, startCommand, useStarts } from './test/npm-start.ts'

const PATIENCE_MS = 300_000

describe('npm start -- --cells', () => {
  const { dataDir, start } = useStarts('wasl-cells-', PATIENCE_MS)

  const refused = async (...args: string[]): Promise<string> => {
    const { ended, errors } = start([...startCommand(), ...args])
    expect(await ended).toBe(2)
    return errors()
  }

  test('moves the shop to the other cell while it is paid, and loses nothing', async () => {
    const { child, output, ended } = start([...startCommand(), '--cells', '2', '--port', '0'])
    const isTold = (): boolean => output().includes(READY) || child.exitCode !== null
    await until('the story to be told', isTold, PATIENCE_MS)
    const pages = await visit(output())
    child.kill('SIGINT')
    expect(await ended).toBe(0)
    const told = output().replaceAll(/\s+/g, ' ')
    expect(told).toContain('How a reference is paid')
    expect(told).toMatch(/moved prt_1001, from north to south/)
    const [, meanwhile, all] =
      /payments (\d+) confirmed while it moved, (\d+) with/.exec(told) ?? []
    expect(Number(meanwhile)).toBeGreaterThan(0)
    // Each of three customers has paid once before the move and once after it.
    expect(Number(all)).toBeGreaterThanOrEqual(Number(meanwhile) + 6)
    expect(told).toMatch(
      /refused writes of the shop, for \d+ ms: \d+ requests? (was|were) answered 503/,
    )
    expect(told).toContain('lost nothing: each is paid once, and the shop was told of each')
    expect([...pages]).toEqual([
      ['/console/partners/prt_1001', 200],
      ['/console/payments', 200],
      ['/console/audit', 200],
      ['/console/integrity', 200],
      ['partner', 200],
    ])
  })

  test('refuses another number of cells, and the data of something else', async () => {
    for (const wrong of ['x', '1']) {
      const told = await refused('--cells', wrong)
      expect(told).toContain('--cells: expected 2, the number of cells')
      expect(told).toContain(`received ${JSON.stringify(wrong)}`)
    }
    expect(await refused()).toContain('has the data of two cells, and not of one database')
    const other = join(dataDir(), 'other')
    mkdirSync(join(other, 'postgres'), { recursive: true })
    const told = await refused('--cells', '2', '--data-dir', other)
    expect(told).toContain('has the data of one database, and not of two cells')
  })
})

/** Follows the links of the owner, who reads the partner in its new home. */
const visit = async (out: string): Promise<Map<string, number>> => {
  const seen = new Map<string, number>()
  const door = await fetch(/http:\/\/localhost:\d+\/[\w-]{22}\/owner/.exec(out)?.[0] ?? '', {
    redirect: 'manual',
  })
  const cookie = door.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  for (const link of out.match(/http:\/\/localhost:\d+\/console\S+/g) ?? []) {
    const { status } = await fetch(link, { headers: { cookie } })
    seen.set(new URL(link).pathname, status)
  }
  const { origin } = new URL(door.headers.get('location') ?? '')
  const partner = await fetch(`${origin}/operator/v1/partners/prt_1001`, { headers: { cookie } })
  return seen.set('partner', partner.status)
}
