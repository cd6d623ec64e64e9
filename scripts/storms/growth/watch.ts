/** Payments that go on at a steady pace, and what they and the statements of the platform took. */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { PlatformProcess } from '../../../platform/test/support/platform-process.ts'
import type { PartnerServer } from '../../../platform/test/support/partner.ts'
import type { TestChannel, TestPartner } from '../../../platform/test/support/node.ts'
import { until } from '../../../platform/test/support/wait.ts'
import type { TillReport } from '../tills.ts'

const PAYERS = 4

/** Between two payments of a payer, so that the machine is not full. */
const PAUSE_MS = 100

/** Between two looks at what runs in the database. */
const LOOK_MS = 10

/** The connections of the platform that payments and webhooks wait for, by the names they have. */
const LANES = ['wasl opens', 'wasl moves', 'wasl claims', 'wasl results']

export type Watched = {
  seconds: number
  /** Milliseconds of each. */
  openings: number[]
  confirms: number[]
  /** From the request to confirm until the partner has the webhook of it. */
  deliveries: number[]
  /** The longest that a statement of each lane ran, as looked at every 10 ms. */
  longest: Map<string, number>
  /** The longest that one of them waited for a lock. */
  lockWaitMs: number
}

export type Scene = {
  url: string
  platform: PlatformProcess
  channel: TestChannel
  partners: readonly TestPartner[]
  shop: PartnerServer
  /** Grows with every watch. */
  told: TillReport
}

/** Pays while `work` runs, and says how long everything took. */
export const watch = async (scene: Scene, work: () => Promise<unknown>): Promise<Watched> => {
  const watched: Watched = {
    seconds: 0,
    openings: [],
    confirms: [],
    deliveries: [],
    longest: new Map(),
    lockWaitMs: 0,
  }
  let isOver = false
  const startMs = performance.now()
  const paid = new Map<string, number>()
  const first = scene.shop.requests.length
  const payers = Array.from({ length: PAYERS }, async (_, payer) => {
    for (let turn = payer; !isOver; turn += PAYERS) {
      const partner = scene.partners[turn % scene.partners.length] as TestPartner
      await pay(scene, partner, `NOW-${Math.round(startMs)}-${turn}`, watched, paid)
      await pause(PAUSE_MS)
    }
  })
  const looking = look(scene.url, watched, () => isOver)
  try {
    await work()
  } finally {
    isOver = true
    await Promise.all([...payers, looking])
  }
  watched.seconds = (performance.now() - startMs) / 1_000
  await until('the webhooks of what was paid', () => {
    const arrived = successesOf(scene.shop, first)
    return [...paid.keys()].every((reference) => arrived.has(reference))
  })
  const arrived = successesOf(scene.shop, first)
  for (const [reference, sentMs] of paid) {
    watched.deliveries.push((arrived.get(reference) ?? 0) - sentMs)
  }
  return watched
}

const pay = async (
  { platform, channel, told }: Scene,
  partner: TestPartner,
  reference: string,
  { openings, confirms }: Watched,
  paid: Map<string, number>,
): Promise<void> => {
  const [opened, openingMs] = await timed(() => platform.open(channel, partner, reference))
  openings.push(openingMs)
  if (opened.status !== 201) {
    told.strange.push(`opening ${reference} was answered ${opened.status} ${opened.text}`)
    return
  }
  told.opened.set(reference, opened.body.paymentId)
  const sentMs = Date.now()
  const [confirmed, confirmMs] = await timed(() =>
    platform.change(channel, 'confirm', opened.body.paymentId),
  )
  confirms.push(confirmMs)
  if (confirmed.status !== 200) {
    told.strange.push(`confirming ${reference} was answered ${confirmed.status} ${confirmed.text}`)
    return
  }
  told.confirmed.add(reference)
  paid.set(reference, sentMs)
}

const timed = async <Value>(ask: () => Promise<Value>): Promise<[Value, number]> => {
  const startMs = performance.now()
  const value = await ask()
  return [value, performance.now() - startMs]
}

/** When the first webhook of each paid reference arrived. */
const successesOf = ({ requests }: PartnerServer, from: number): Map<string, number> => {
  const arrived = new Map<string, number>()
  for (const { event, reference, atMs } of requests.slice(from)) {
    if (event?.event !== 'payment.success' || reference === null) continue
    if (!arrived.has(reference)) arrived.set(reference, atMs)
  }
  return arrived
}

const look = async (url: string, watched: Watched, isOver: () => boolean): Promise<void> => {
  const session = new pg.Client({ connectionString: url })
  await session.connect()
  try {
    while (!isOver()) {
      const { rows } = await session.query<{ lane: string; ran_ms: number; waited_ms: number }>({
        name: 'look',
        text: LOOK,
        values: [LANES],
      })
      for (const { lane, ran_ms, waited_ms } of rows) {
        watched.longest.set(lane, Math.max(ran_ms, watched.longest.get(lane) ?? 0))
        watched.lockWaitMs = Math.max(watched.lockWaitMs, waited_ms)
      }
      await pause(LOOK_MS)
    }
  } finally {
    await session.end()
  }
}

const LOOK = `
  select application_name as lane,
    max(extract(epoch from clock_timestamp() - query_start) * 1000)::float as ran_ms,
    coalesce(max(extract(epoch from clock_timestamp() - waitstart) * 1000), 0)::float as waited_ms
  from pg_stat_activity
  left join pg_locks on pg_locks.pid = pg_stat_activity.pid and not granted
  where state = 'active' and application_name = any($1)
  group by application_name`

/** @example figuresOf('before', watched) // ['before: 61 s, 1,204 payments', …] */
export const figuresOf = (when: string, watched: Watched): string[] => {
  const { seconds, openings, confirms, deliveries, longest, lockWaitMs } = watched
  const spread = (name: string, values: number[]): string => {
    const sorted = values.toSorted((one, other) => one - other)
    const at = (share: number) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0)
    return `  ${name}: half within ${at(0.5)} ms, 99 % within ${at(0.99)} ms, longest ${at(1)} ms`
  }
  const statements = [...longest].map(([lane, ms]) => `${lane.slice(5)} ${Math.round(ms)} ms`)
  return [
    `${when}: ${Math.round(seconds)} s, ${confirms.length.toLocaleString('en-US')} payments`,
    spread('opening', openings),
    spread('confirm', confirms),
    spread('from the confirm to the webhook', deliveries),
    `  longest statement: ${statements.join(', ')}; longest wait for a lock ${Math.round(lockWaitMs)} ms`,
  ]
}
