/**
 * Two years of payments, and retention while more are taken: what it holds up, and whether the database
 * stays as large as it is when a month comes in and a month goes out.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { migrate } from '../../../platform/src/base/database/migrate.ts'
import { makePartitions } from '../../../platform/src/operations/retention/make-partitions.ts'
import { closeDays } from '../../../platform/src/ledger/close-day.ts'
import {
  after,
  periodAt,
  startOf,
  type Period,
} from '../../../platform/src/base/database/period.ts'
import { createChannel, createPartner } from '../../../platform/test/support/parties.ts'
import { clockOf, type Clock } from '../../../platform/test/support/clock.ts'
import { startPartner } from '../../../platform/test/support/partner.ts'
import { until } from '../../../platform/test/support/wait.ts'
import { channelNumber } from '../../../platform/src/base/wire-ids.ts'
import { countOption, type LongStorm, type Scene, type Verdict } from '../storm.ts'
import { contradictions } from '../tills.ts'
import { openHouse, type House } from './house.ts'
import { askInvariants, missingAmongMany, readSizes, shownSizes, type Sizes } from './judge.ts'
import type { SeededMonth } from './rows.ts'
import { seedMonths } from './seed.ts'
import { figuresOf, watch, type Scene as Payers, type Watched } from './watch.ts'

const MONTHS = 24
const PAYMENTS = 20_000_000

/** Months beyond the retention age at the first run, and months that come in and go out afterwards. */
const TOO_OLD = 2
const FURTHER = 2

const PARTNERS = 50
const ATTEMPT_DAYS = 30

/** After a month began in UTC, and in the books' time zone. */
const MINUTES_MS = 600_000

const CLOSING_MS = 900_000
const CHECKS_MS = 120_000

/** How long payments are watched before the first retention. */
const QUIET_SECONDS = 60

/** How long an invariant may take. */
const CHECK_SECONDS = 20

const HOLD_UP_MAX_MS = 200
const CHANGE_MAX_PERCENT = 5

const LOG = { info: () => undefined, warn: console.warn, error: console.error }

export const growth: LongStorm = {
  name: 'growth',
  options: {
    months: { type: 'string' },
    payments: { type: 'string' },
    'quiet-seconds': { type: 'string' },
    'check-seconds': { type: 'string' },
  },
  tools: {},
  async run(scene) {
    const months = countOption(scene.options, 'months', MONTHS)
    if (months <= TOO_OLD) throw new Error(`--months is more than ${TOO_OLD}.`)
    const payments = Math.ceil(countOption(scene.options, 'payments', PAYMENTS) / months)
    const house = await openHouse(scene.folder)
    scene.atEnd(() => house.close())
    return grow(scene, house, { months, payments })
  },
}

/** How many months are seeded, and the payments of each. */
type Size = { months: number; payments: number }

/** Who pays now, and to whom all payments belong. */
type Present = { scene: Scene; house: House; size: Size; payers: Payers; clock: Clock }

const grow = async (scene: Scene, house: House, size: Size): Promise<Verdict> => {
  await migrate(house.url, LOG)
  const clock = clockOf(house.pool)
  const month = after(periodAt(await clock.now(), 'month'), 1)
  await clock.advanceTo(minutesInto(month))
  const payers = await openPayers(scene, house)
  const present = { scene, house, size, payers, clock }
  await payers.platform.stop()
  await house.restart('seeding')
  const first = after(month, -size.months)
  await seed(
    present,
    Array.from({ length: size.months }, (_, index) => after(first, index)),
    0,
  )
  await house.pool.query('vacuum (freeze, analyze) live_references')
  await house.restart('usual')
  await closeAll(house)
  payers.platform = await house.startPlatform()
  await checksOver(house)
  return measure(present, month)
}

const minutesInto = (month: Period): Date => new Date(startOf(month).getTime() + MINUTES_MS)

const openPayers = async (scene: Scene, house: House): Promise<Payers> => {
  const shop = await startPartner()
  scene.atEnd(() => shop.close())
  const platform = await house.startPlatform()
  const desk = { ...platform, operatorKey: house.operatorKey }
  const partners = await inTurn(PARTNERS, () => createPartner(desk, shop))
  const told = { opened: new Map(), confirmed: new Set<string>(), strange: [] }
  return { url: house.url, platform, channel: await createChannel(desk), partners, shop, told }
}

const inTurn = async <Value>(count: number, make: () => Promise<Value>): Promise<Value[]> => {
  const made: Value[] = []
  while (made.length < count) made.push(await make())
  return made
}

/** @param before how many payments were seeded before these months. */
const seed = async (
  { scene, house, size, payers }: Present,
  months: Period[],
  before: number,
): Promise<void> => {
  const seeded = months.map((month, index): SeededMonth => ({
    month,
    payments: size.payments,
    before: before + index * size.payments,
    partnerIds: payers.partners.map(({ number }) => number),
    channelId: channelNumber(payers.channel.channelId) as number,
  }))
  const attemptsFrom = after(`${after(months.at(-1) as Period, 1)}-01`, -ATTEMPT_DAYS - 1)
  await seedMonths(house.url, { months: seeded, attemptsFrom }, (month) =>
    scene.say(`${size.payments.toLocaleString('en-US')} payments of ${month}`),
  )
}

/** Every day that is over is closed and has its figures, as it would have had at its end. */
const closeAll = async ({ pool }: House): Promise<void> => {
  await until(
    'the days to be closed',
    async () => (await closeDays(pool)).state === 'sealed',
    CLOSING_MS,
  )
  await pool.query(FIGURES)
}

/** What `sumNextDay` computes of a day, for all days at once. It has every paid payment as a COLLECT. */
const FIGURES = `
  insert into money_days
    (partner_id, business_date, channel_kind, collected, payments, refunded, refunds)
  select partner_id, business_date, case partner_id when 0 then '' else 'AGENCY' end,
    coalesce(sum(amount), 0), count(amount), 0, 0
  from (
    select partner_id, business_date, amount from ledger_transfers where code = 'COLLECT'
    union all
    select distinct 0, business_date, null::bigint from ledger_days
  ) as moved, ledger_state
  where business_date <= sealed_through
    and business_date > coalesce((select max(business_date) from money_days), '-infinity')
  group by partner_id, business_date
  on conflict do nothing`

/** The platform asks its own checks once for each day that was closed: they are not what is measured. */
const checksOver = ({ pool }: House): Promise<unknown> =>
  until(
    'the daily checks',
    async () => {
      const { rows } = await pool.query('select from integrity_runs where result is not null')
      return rows.length > 0
    },
    CHECKS_MS,
  )

const measure = async (present: Present, month: Period): Promise<Verdict> => {
  const { scene, house, size, payers } = present
  const seconds = countOption(scene.options, 'quiet-seconds', QUIET_SECONDS)
  const sizes = [await readSizes(house.pool)]
  scene.say(`before retention: ${shownSizes(sizes[0] as Sizes)}`)
  const quiet = await watch(payers, () => pause(seconds * 1_000))
  const figures = figuresOf('before retention', quiet)
  scene.say(figures.join('\n'))
  const watched: Watched[] = []
  for (let turn = 0; turn <= FURTHER; turn += 1) {
    const now = after(month, turn)
    if (turn > 0) await goOnTo(present, now, (size.months + turn - 1) * size.payments)
    watched.push(await watch(payers, () => retainMonths(present)))
    sizes.push(await readSizes(house.pool))
    figures.push(...figuresOf(`retention in ${now}`, watched.at(-1) as Watched))
    figures.push(`  afterwards ${shownSizes(sizes.at(-1) as Sizes)}`)
    scene.say(figures.slice(-5).join('\n'))
  }
  const judgement = await judge(present)
  figures.push(...goals(watched, sizes), ...judgement.figures)
  return { figures, violations: judgement.violations }
}

/** The month that it is gets as many payments as the others had, and is over. */
const goOnTo = async (present: Present, month: Period, before: number): Promise<void> => {
  const { house, clock } = present
  await seed(present, [after(month, -1)], before)
  await clock.advanceTo(minutesInto(month))
  await makePartitions(house.pool)
  await closeAll(house)
}

const retainMonths = async ({ scene, house, size }: Present): Promise<void> => {
  const exportDir = join(scene.folder, 'exports')
  const keep = { months: size.months - TOO_OLD, attemptDays: ATTEMPT_DAYS, exportDir }
  const said = await house.retain(keep)
  const dropped = said.split('\n').filter((line) => line.includes('Dropped the payments'))
  if (dropped.length === 0) throw new Error(`nothing was dropped: ${said}`)
  scene.say(dropped.map((line) => line.split(':')[0]).join(', '))
  rmSync(exportDir, { recursive: true })
}

const goals = (watched: Watched[], sizes: Sizes[]): string[] => {
  const lockWaitMs = Math.max(...watched.map((one) => one.lockWaitMs))
  const [, first, ...later] = sizes.map(({ whole }) => whole) as [number, number, ...number[]]
  const change = Math.max(...later.map((bytes) => Math.abs(bytes / first - 1) * 100))
  return [
    `longest that retention held a statement up: ${Math.round(lockWaitMs)} ms ` +
      `(${isReached(lockWaitMs <= HOLD_UP_MAX_MS)}: at most ${HOLD_UP_MAX_MS} ms)`,
    `size after ${later.length} further months: within ${change.toFixed(1)} % ` +
      `(${isReached(change <= CHANGE_MAX_PERCENT)}: ${CHANGE_MAX_PERCENT} %)`,
  ]
}

const isReached = (is: boolean): string => (is ? 'goal reached' : 'GOAL MISSED')

const judge = async ({ scene, house, payers }: Present): Promise<Verdict> => {
  await payers.platform.stop()
  const seconds = countOption(scene.options, 'check-seconds', CHECK_SECONDS)
  const { held, late, violations } = await askInvariants(house.pool, seconds)
  return {
    figures: [
      `${held} invariants hold, ${late.length} take longer than ${seconds} s at this size`,
      ...late.map((name) => `  not asked to the end: ${name}`),
    ],
    violations: [
      ...violations,
      ...(await missingAmongMany(house.pool, payers.told)),
      ...contradictions(payers.shop, payers),
    ],
  }
}
