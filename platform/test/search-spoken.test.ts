/** What callers say, in several words: each narrows what is found (W140). */
import { searchAnswer, type SearchFilters } from '@wasl/protocol'
import { beforeAll, expect, test } from 'vitest'
import { toNextNoon } from './support/clock.ts'
import type { TestChannel } from './support/node.ts'
import { useScene } from './support/scene.ts'

const scene = useScene()

/** The clock of the operator when the payments were opened: `14:30`, and its day as `19/11`. */
let clock: { time: string; day: string }

beforeAll(async () => {
  const { platform, server, partner } = scene
  const { operatorKey: key } = platform
  // All is of one day.
  await toNextNoon(platform.clock)
  const till = async (name: string): Promise<TestChannel> => {
    const made = await platform.call('POST', '/operator/v1/channels', {
      key,
      body: { name, kind: 'AGENCY' },
    })
    return { channelId: made.body.channelId, kind: 'AGENCY', apiKey: made.body.apiKey }
  }
  const blida = await till('Agence Blida')
  const setif = await till('Agence Sétif Centre')
  const water = await platform.createPartner(server, { name: 'Algérienne des Eaux' })
  await platform.call('PATCH', `/operator/v1/partners/${water.partnerId}`, {
    key,
    body: { city: 'Tlemcen' },
  })
  for (const [at, owner, reference, price] of [
    [blida, partner, 'ELEC-70001', 5_490],
    [setif, partner, 'ELEC-70002', 5_490],
    [blida, partner, 'ELEC-75490', 800],
    [setif, water, 'EAU-80003', 1_200],
  ] as const) {
    server.prices.set(reference, price)
    expect((await platform.open(at, owner, reference)).status).toBe(201)
  }
  const { rows } = await platform.pool.query<typeof clock>(
    `select to_char(local, 'HH24:MI') as time, to_char(local, 'DD/MM') as day
    from (select wasl_now() at time zone time_zone as local from ledger_state) as clock`,
  )
  clock = rows[0] as typeof clock
})

const search = async (q: string) => {
  const { platform } = scene
  for (;;) {
    const answer = await platform.operator(`/search?${String(new URLSearchParams({ q }))}`)
    expect(searchAnswer.parse(answer)).toEqual(answer)
    // A part that takes longer than a search may is given up.
    if (answer.isComplete) return answer
  }
}

const found = async (q: string): Promise<string[]> => {
  const { groups } = await search(q)
  const items = groups.find(({ kind }: { kind: string }) => kind === 'payments')?.items ?? []
  return items.map(({ reference }: { reference: string }) => reference)
}

test.for([
  ['5490 blida', ['ELEC-70001']],
  ['blida 5 490 DA', ['ELEC-70001']],
  ["5490 setif aujourd'hui", ['ELEC-70002']],
  ['5490 hier', []],
  ['eaux setif', ['EAU-80003']],
  ['1200 tlemsen', ['EAU-80003']],
  ['1200 algerienne', ['EAU-80003']],
  ['80003', ['EAU-80003']],
  ['80003 blida', []],
  ['80003 sétif', ['EAU-80003']],
  ['75490 blida', ['ELEC-75490']],
  ['lec-70002', ['ELEC-70002']],
] as const)('%s finds %j', async ([said, references]) => {
  expect(await found(said)).toEqual(references)
})

test('a date and a time narrow an amount', async () => {
  const { time, day } = clock
  expect(await found(`5490 ${day} blida`)).toEqual(['ELEC-70001'])
  expect(await found(`800 ${time}`)).toEqual(['ELEC-75490'])
  const [hour = ''] = time.split(':')
  const other = `${String((Number(hour) + 12) % 24).padStart(2, '0')}h`
  expect(await found(`800 ${other}`)).toEqual([])
})

test('a name with a wrong letter, without its accents, and a city find partners and channels', async () => {
  const names = async (q: string) =>
    (await search(q)).groups.flatMap(({ kind, items }: { kind: string; items: any[] }) =>
      kind === 'payments' ? [] : items.map(({ name }) => name),
    )
  expect(await names('algeriene')).toEqual(['Algérienne des Eaux'])
  expect(await names('algerienne eaus')).toEqual(['Algérienne des Eaux'])
  expect(await names('Tlemcen')).toEqual(['Algérienne des Eaux'])
  expect(await names('sétiff')).toEqual(['Agence Sétif Centre'])
  expect(await names('eaux blida')).toEqual([])
})

test.for(['5490 blida', '1200 tlemsen', '80003 sétif', '5490', 'ELEC-7'])(
  'the list that a search of %s links to has all that it found',
  async (said) => {
    const { platform } = scene
    const { understood } = await search(said)
    const filters = understood.filters as SearchFilters
    const query = Object.entries(filters).map(([name, value]): [string, string] => [
      name,
      String(value),
    ])
    const list = await platform.operator(`/payments?${String(new URLSearchParams(query))}`)
    const listed = list.items.map(({ reference }: { reference: string }) => reference)
    expect(listed.length).toBeGreaterThan(0)
    expect(listed.toSorted()).toEqual((await found(said)).toSorted())
  },
)
