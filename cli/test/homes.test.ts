/** `wasl homes`, run as a separate process on two cells. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPartner, type PartnerServer } from '../../platform/test/support/partner.ts'
import type { TestPartner } from '../../platform/test/support/node.ts'
import { startTestPlatform, type TestPlatform } from '../../platform/test/support/platform.ts'
import { waslProcess, type Ended } from './support/wasl.ts'

let platform: TestPlatform
let server: PartnerServer
let partner: TestPartner

beforeAll(async () => {
  platform = await startTestPlatform({ cells: 2 })
  server = await startPartner()
  partner = await platform.createPartner(server)
})

afterAll(async () => {
  await platform.stop()
  await server.close()
})

const homes = (...words: string[]): Promise<Ended> =>
  waslProcess(['homes', ...words], {
    env: {
      WASL_CELLS: platform.stores.map(({ name, url }) => `${name}=${url}`).join(),
      WASL_MASTER_KEY: randomBytes(32).toString('base64'),
    },
  })

test('lists, moves and says what cannot be done', async () => {
  // Each test platform has a home in the north without a partner, so that its first partner is not there.
  expect(await homes('list')).toEqual({
    code: 0,
    out: 'north (control cell): 1 partner\nsouth: 1 partner\nNo partner is being moved.\n',
    err: '',
  })
  const moved = await homes('move', partner.partnerId, 'north')
  expect(moved.code).toBe(0)
  expect(moved.out).toMatch(/Its writes were refused for \d+ ms\./)
  expect(moved.out).toContain(`${partner.partnerId} lives in north. The move is done.`)
  const again = await homes('move', partner.partnerId, 'north')
  expect([again.code, again.err]).toEqual([
    1,
    `error: The command did not do all of its work: the partner ${partner.partnerId} lives in north already.\n`,
  ])
  const unknown = await homes('move', 'prt_9999', 'south')
  expect([unknown.code, unknown.err]).toEqual([
    1,
    'error: The command did not do all of its work: no partner has the id prt_9999.\n',
  ])
  const undone = await homes('undo', partner.partnerId)
  expect([undone.code, undone.err]).toEqual([
    1,
    `error: The command did not do all of its work: no move of ${partner.partnerId} is under way: see "wasl homes list".\n`,
  ])
})

test('says what is missing or unknown', async () => {
  const [alone, unknown, short, help] = await Promise.all([
    waslProcess(['homes', 'list']),
    waslProcess(['homes', 'mvoe', 'prt_1001']),
    waslProcess(['homes', 'move', 'prt_1001']),
    waslProcess(['homes', 'move', '--help']),
  ])
  expect(alone.code).toBe(1)
  expect(alone.err).toContain('WASL_CELLS: expected at least two cells')
  expect(unknown.code).toBe(2)
  expect(unknown.err).toContain('"wasl homes mvoe" is not a command. Did you mean "move"?')
  expect(short.code).toBe(2)
  expect(short.err).toContain("missing required argument 'cell'")
  expect(help.code).toBe(0)
  expect(help.out).toContain('wasl homes move prt_1001 south')
})
