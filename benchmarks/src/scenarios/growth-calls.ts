/** The calls of `growth`: a partner's status calls, and the list and the search of the console. */
import { join } from 'node:path'
import { startPlatform, type Platform } from '../harness/platform.ts'
import { writeRequests, type load, type LoadRequest } from '../harness/wrk.ts'
import { inTurn } from '../in-turn.ts'
import { milliseconds } from '../measure.ts'
import type { Bench } from '../scenario.ts'
import { clearQuotas } from '../seed/partners.ts'
import { referenceOf } from '../seed/payments.ts'
import { LISTED, type House, type Measured } from './growth-house.ts'

export type Calls = {
  load: typeof load
  warmUpSeconds: number
  /** Of a page of the list. */
  pageRows: number
}

/** Few, so that the machine is not saturated: this measures latency, not throughput. */
const CONNECTIONS = 4

/** How many payments are searched. */
const SEARCHED = 200

type ServedHouse = { house: House; platform: Platform; pageRows: number }

/** What is sent for each figure. */
const REQUESTS = {
  status: ({ house }: ServedHouse) => statusRequests(house),
  list: (served: ServedHouse) => listRequests(served),
  listOfAll: ({ platform, pageRows }: ServedHouse) => pagesOf(platform, { limit: `${pageRows}` }),
  search: ({ house, platform }: ServedHouse) => searchRequests(house, platform),
} satisfies Partial<
  Record<Measured, (served: ServedHouse) => LoadRequest[] | Promise<LoadRequest[]>>
>

/** Both platforms run all the time, and each kind of call takes turns. */
export const measureCalls = async (bench: Bench, houses: House[], calls: Calls): Promise<void> => {
  const { cleanup, profileTo } = bench
  const served = await inTurn(houses, async (house) => {
    const platform = await startPlatform(cleanup, { databaseUrl: house.database.url, profileTo })
    return { house, platform, pageRows: calls.pageRows }
  })
  for (const kind of Object.keys(REQUESTS) as (keyof typeof REQUESTS)[]) {
    await measureKind(bench, served, kind, calls)
  }
  for (const { platform } of served) await platform.stop()
}

const measureKind = async (
  { cleanup, folder, measure, turns, turnSeconds, log }: Bench,
  served: ServedHouse[],
  kind: keyof typeof REQUESTS,
  { load: send, warmUpSeconds }: Calls,
): Promise<void> => {
  const files = await inTurn(served, async (each) => {
    const file = join(folder, `growth-${kind}-${each.house.payments}.tsv`)
    return { ...each, requestsFile: await writeRequests(file, await REQUESTS[kind](each)) }
  })
  const run = async ({ house, platform, requestsFile }: (typeof files)[number]) => {
    const options = { origin: platform.origin, requestsFile, connections: CONNECTIONS }
    await clearQuotas(house.database.client)
    await send(cleanup, { ...options, seconds: warmUpSeconds })
    return send(cleanup, { ...options, seconds: turnSeconds })
  }
  // The first turn is a warm-up.
  for (let turn = 0; turn <= turns; turn += 1) {
    const loads = await measure(() => inTurn(files, run))
    const shown = loads.map(({ p99Ms }) => milliseconds(p99Ms)).join(', ')
    log(`turn ${turn}, p99 of ${kind}: ${shown}`)
    if (turn > 0) loads.forEach(({ p99Ms }, index) => timesOf(served, index, kind).push(p99Ms))
  }
}

const timesOf = (served: ServedHouse[], index: number, kind: Measured): number[] =>
  served[index]?.house.timesMs[kind] ?? []

/** Status calls for payments all over the table, each with another partner's key. */
const statusRequests = ({ spread, partners }: House): LoadRequest[] => {
  const each = Math.max(1, Math.floor(spread / partners.length))
  return Array.from({ length: Math.min(spread, 100_000) }, (_, index) => {
    const partner = index % partners.length
    // A prime step visits a partner's payments in an order that no cache predicts.
    const number = partner + partners.length * ((index * 7_919) % each)
    const path = `/partner/payments/v1/${referenceOf(number)}/status`
    return { method: 'GET', path, key: partners[partner]?.key ?? '' }
  })
}

/** The payments of a partner, all of them and the paid ones: the first page and the following one. */
const listRequests = async ({ house, platform, pageRows }: ServedHouse): Promise<LoadRequest[]> => {
  const pages = await inTurn(house.partners.slice(0, LISTED), async ({ partnerId: number }) => {
    const query = { limit: `${pageRows}`, partnerId: `prt_${number}` }
    return [
      ...(await pagesOf(platform, query)),
      ...(await pagesOf(platform, { ...query, stage: 'paid' })),
    ]
  })
  return pages.flat()
}

/** The first page of a list, and the following one when there is one. */
const pagesOf = async (
  platform: Platform,
  query: Record<string, string>,
): Promise<LoadRequest[]> => {
  const path = `/payments?${new URLSearchParams(query).toString()}`
  const { nextCursor } = await platform.operate<{ nextCursor: string | null }>('GET', path)
  const following = nextCursor === null ? [] : [`${path}&cursor=${nextCursor}`]
  return [path, ...following].map((each) => operatorRequest(platform, each))
}

const operatorRequest = ({ operatorKey }: Platform, path: string): LoadRequest => ({
  method: 'GET',
  path: `/operator/v1${path}`,
  key: operatorKey,
})

/**
 * The search box of the console, asked for a whole reference and for the id of a payment. These
 * references are the beginning of no other one, so the answers are equally long.
 */
const searchRequests = async (house: House, platform: Platform): Promise<LoadRequest[]> => {
  const { database, spread, partners } = house
  const references = Array.from({ length: SEARCHED }, (_, index) => {
    const quarter = Math.ceil(spread / 4)
    return referenceOf(spread - 1 - ((index * 7_919) % quarter))
  })
  const { rows } = await database.client.query<{ payment_id: string }>(
    `select payment_id
    from unnest($1::text[]) as asked (reference)
    cross join unnest($2::int[]) as partner (partner_id)
    join live_references using (partner_id, reference)`,
    [references, partners.map(({ partnerId }) => partnerId)],
  )
  if (rows.length === 0) throw new Error('expected payments with these references, found none')
  return [...references, ...rows.map(({ payment_id }) => payment_id)].map((typed) =>
    operatorRequest(platform, `/search?q=${typed}`),
  )
}
