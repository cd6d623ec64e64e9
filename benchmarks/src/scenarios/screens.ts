import type { CDPSession, Page } from 'playwright-core'
import pg from 'pg'
import type { Examples } from '../../../web/test/support/routes.ts'
import { startBrowser } from '../../../platform/test/support/browser.ts'
import { buildScreens } from '../../../scripts/build-screens.ts'
import { signInLocally, type LocalUser } from '../../../platform/src/run/local/sign-in.ts'
import { startPlatform } from '../harness/platform.ts'
import { atMost, median } from '../measure.ts'
import type { Bench, Row, Scenario } from '../scenario.ts'
import { createChannel } from '../seed/called.ts'
import { FIRST_PARTNER, seedPartners } from '../seed/partners.ts'
import { paymentIdOf, seedPayments } from '../seed/payments.ts'
import { measureList } from './screens-list.ts'
import { measureRequests } from './screens-watch.ts'

const PAYMENTS = 100_000
const PAYMENTS_QUICK = 5_000

/** As slow as a cheap phone. */
const SLOWER = 4

const PAINT_GOAL_MS = 1_000

const KILOBYTE = 1_000

/** The longest that a page may take. */
const PATIENCE_MS = 60_000

const SETTLE_MS = 2_000

type App = { path: string; kilobytes: number; email: string }

const APPS: readonly App[] = [
  { path: '/till', kilobytes: 90, email: 'agent@bench.example' },
  { path: '/portal', kilobytes: 250, email: 'partner@bench.example' },
  { path: '/console', kilobytes: 250, email: 'owner@bench.example' },
]

/** What a browser must load, how soon it shows it, and whether a long list holds it up. */
export const screens: Scenario = {
  name: 'screens',
  about:
    'script of each application, its largest paint with a slow processor, a list of 100,000 rows, ' +
    'and what every screen asks of others',
  tools: [],
  run: (bench) => runScreens(bench),
}

const runScreens = async (bench: Bench): Promise<Row[]> => {
  const { cleanup, postgres, quick, rounds, log } = bench
  await buildScreens()
  const database = await postgres.createMigrated('bench_screens')
  await seedPartners(database.client, 2)
  const platform = await startPlatform(cleanup, { databaseUrl: database.url, profileTo: null })
  const { channelId } = await createChannel(platform)
  const count = quick ? PAYMENTS_QUICK : PAYMENTS
  log(`inserting ${count.toLocaleString('en-US')} payments`)
  await seedPayments(database.client, { from: 0, count, partners: 2, channelId, as: 'delivered' })
  await database.client.query('analyze')
  const pool = new pg.Pool({ connectionString: database.url, max: 2 })
  const users = await usersOf(database.client, channelId)
  const browser = await startBrowser()
  const rows: Row[] = []
  try {
    const visit = async (email: string): Promise<Page> => {
      const { token } = await signInLocally(pool, users[email] as LocalUser)
      const context = await browser.newContext({
        baseURL: platform.origin,
        locale: 'fr',
        viewport: { width: 1280, height: 860 },
      })
      await context.addCookies([{ name: 'wasl-session', value: token, url: platform.origin }])
      return context.newPage()
    }
    for (const app of APPS) rows.push(...(await measureApp(app, visit, rounds)))
    const list = await visit('owner@bench.example')
    await show(list, '/console/payments')
    rows.push(...(await measureList(list, count)))
    const windows = {
      console: await visit('owner@bench.example'),
      portal: await visit('partner@bench.example'),
      till: await visit('agent@bench.example'),
      account: await visit('agent@bench.example'),
    }
    rows.push(...(await measureRequests(windows, platform.origin, examplesOf(channelId))))
  } finally {
    await browser.close()
    await pool.end()
    await platform.stop()
    await database.drop()
  }
  return rows
}

/** Rows that were seeded, and of the other kinds ids of nothing: such a screen says so. */
const examplesOf = (channelId: number): Examples => {
  const nothing = paymentIdOf(0, 0)
  return {
    partnerId: `prt_${FIRST_PARTNER}`,
    paymentId: paymentIdOf(0, FIRST_PARTNER),
    channelId: `chn_${channelId}`,
    source: paymentIdOf(0, FIRST_PARTNER),
    kind: 'cash',
    owner: `chn_${channelId}`,
    shiftId: nothing,
    statementId: nothing,
    payoutId: nothing,
    eventId: nothing,
    token: '7Z3M9K0QW5T8R2VXN4BHJD01Z9',
  }
}

const usersOf = async (
  client: pg.Client,
  channelId: number,
): Promise<Readonly<Record<string, LocalUser>>> => {
  const { rows } = await client.query<{ agent_id: number }>(
    `insert into agents (channel_id, name) values ($1, 'Yacine') returning agent_id`,
    [channelId],
  )
  const common = { name: 'Bench', language: 'fr' } as const
  const list: LocalUser[] = [
    { ...common, email: 'owner@bench.example', side: 'operator', role: 'owner' },
    {
      ...common,
      email: 'partner@bench.example',
      side: 'partner',
      role: 'owner',
      partnerId: `prt_${FIRST_PARTNER}`,
    },
    {
      ...common,
      email: 'agent@bench.example',
      side: 'channel',
      role: 'agent',
      channelId: `chn_${channelId}`,
      agentId: `agt_${rows[0]?.agent_id}`,
    },
  ]
  return Object.fromEntries(list.map((user) => [user.email, user]))
}

const measureApp = async (
  { path, kilobytes, email }: App,
  visit: (email: string) => Promise<Page>,
  rounds: number,
): Promise<Row[]> => {
  const paints: number[] = []
  let bytes = 0
  for (let round = 0; round < rounds; round += 1) {
    const page = await visit(email)
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    bytes = await scriptBytes(session, () => show(page, path))
    paints.push(await largestPaint(page))
    await page.context().close()
  }
  const scenario = `screens, ${path}`
  return [
    {
      scenario,
      contestant: 'script until its first page stands, gzip',
      result: `${(bytes / KILOBYTE).toFixed(0)} kB`,
      ratio: null,
      goal: atMost(`${kilobytes} kB`, kilobytes * KILOBYTE, bytes),
    },
    {
      scenario,
      contestant: `largest paint, processor slowed ${SLOWER} ×`,
      result: `${median(paints).toFixed(0)} ms`,
      ratio: null,
      goal: atMost('1,000 ms', PAINT_GOAL_MS, median(paints)),
    },
  ]
}

/** The bytes of scripts that came over the network during the work, as they were sent. */
const scriptBytes = async (session: CDPSession, work: () => Promise<unknown>): Promise<number> => {
  const scripts = new Set<string>()
  let bytes = 0
  session.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength
  })
  await session.send('Network.enable')
  await work()
  return bytes
}

/** Opens a page and waits until it shows more than the places of what is coming. */
const show = async (page: Page, path: string): Promise<void> => {
  page.setDefaultTimeout(PATIENCE_MS)
  await page.goto(path, { waitUntil: 'load' })
  await page.locator('#app > *:visible').first().waitFor()
  await page.locator('.bone').first().waitFor({ state: 'detached' })
  // What the first page has asked for.
  await page.waitForTimeout(SETTLE_MS)
}

const largestPaint = (page: Page): Promise<number> =>
  page.evaluate<number>(`new Promise((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime))
      .observe({ type: 'largest-contentful-paint', buffered: true })
    setTimeout(() => resolve(NaN), ${SETTLE_MS})
  })`)
