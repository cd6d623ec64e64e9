/**
 * Two processes of one release take payments, refunds, QR codes and cash. The next release is started beside
 * them and migrates the database; the processes are replaced one by one, an old one is killed and starts
 * again on the newer schema, and then all go back to the old release. Nobody is to notice (W281).
 */
import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@wasl/embedded-postgres'
import { numberOf } from '../../../platform/src/base/database/runs-beside.ts'
import { openInstallation, type Installation } from '../../../platform/test/support/installation.ts'
import type { PlatformProcess } from '../../../platform/test/support/platform-process.ts'
import { checkInvariants } from '../../../platform/test/support/invariants.ts'
import { startPartner } from '../../../platform/test/support/partner.ts'
import { until } from '../../../platform/test/support/wait.ts'
import { startJudgedQuarrels } from '../kills/quarrels.ts'
import { countOption, SILENT, type LongStorm, type Scene, type Verdict } from '../storm.ts'
import {
  contradictions,
  missingPayments,
  startTills,
  untilDelivered,
  type Tills,
} from '../tills.ts'
import { createMeter, type Meter } from './meter.ts'
import { firstWithRule, releaseFolder, type ReleaseFolder } from './release-folder.ts'

const TILLS = 4
const RIVALS = 2
const PARTNER_MS = 10

/** Payments that tills confirm before the quiet time, in it, and after each step. */
const WARM = 200
const QUIET = 1_000
const AFTER_STEP = 150

const STEP_MS_MAX = 300_000

/** On the table that is used most, and a new one: what the next release brings, beside its own migrations. */
const nextMigration = (beside: string): string => `-- What the next release might bring.
-- expands: runs beside ${beside}

alter table payments add column next_note text, add column next_count integer not null default 0;

create table next_notes (partner_id integer not null references partners, note text not null);
`

export const upgrade: LongStorm = {
  name: 'upgrade',
  options: { old: { type: 'string' }, new: { type: 'string' }, payments: { type: 'string' } },
  tools: { git: 'git', tar: 'tar' },
  async run(scene) {
    const afterStep = countOption(scene.options, 'payments', AFTER_STEP)
    const old = releaseFolder(
      String(scene.options['old'] ?? firstWithRule()),
      join(scene.folder, 'old'),
    )
    const next = releaseFolder(String(scene.options['new'] ?? 'HEAD'), join(scene.folder, 'new'))
    const added = `${Number(numberOf(next.migrations.at(-1) ?? '')) + 1}`.padStart(4, '0')
    next.addMigration(`${added}-next`, nextMigration(numberOf(old.migrations.at(-1) ?? '')))
    scene.say(`old ${old.commit}, new ${next.commit} with the migration ${added}-next`)

    const dataDir = join(scene.folder, 'data')
    mkdirSync(dataDir)
    const server = await startEmbeddedPostgres({ dataDir, log: SILENT })
    scene.atEnd(() => server.stop())
    const masterKey = randomBytes(32).toString('base64')
    const installation = await openInstallation(server.url, { WASL_MASTER_KEY: masterKey })
    scene.atEnd(() => installation.close())
    const shop = await startPartner()
    scene.atEnd(() => shop.close())
    const meter = createMeter()
    const fleet = createFleet(installation, meter)
    await fleet.start(old)
    await fleet.start(old)
    const [first] = fleet.processes as [PlatformProcess]
    const partner = await installation.createPartner(first, shop)
    const channel = await installation.createChannel(first)

    const tills = startTills(TILLS, fleet.processes, channel, [partner])
    const subject = { installation, shop, partner, channel, partnerMs: PARTNER_MS }
    const quarrels = await startJudgedQuarrels(subject, fleet.processes, RIVALS)
    await confirmed(tills, WARM)
    meter.enter('quiet')
    await confirmed(tills, QUIET)
    meter.enter('during')
    const schemas = await goAndReturn(fleet, { old, next, scene, tills, afterStep })
    await tills.stop()
    const last = fleet.processes[0] as PlatformProcess
    const judged = await quarrels.stop(last)
    await untilDelivered(installation.pool)

    const lost = await missingPayments(installation.pool, tills.told)
    const doubled = contradictions(shop, tills)
    const invariants = await checkInvariants(installation.pool)
    return {
      figures: [
        `1 upgrade${old.hasRule ? ' and back' : ''}, from ${old.commit} to ${next.commit} with ${added}-next`,
        ...(old.hasRule ? [] : [NO_RULE]),
        ...schemas,
        ...table(meter, { lost, doubled, invariants }),
        `${tills.told.confirmed.size.toLocaleString('en-US')} payments confirmed by tills`,
        ...judged.figures,
      ],
      violations: [
        ...lost,
        ...doubled,
        ...invariants,
        ...judged.violations,
        ...(['quiet', 'during'] as const).flatMap((phase) => meter.of(phase).failures),
        ...fleet.errors().map((error) => `A process logged ${JSON.stringify(error)}.`),
      ],
    }
  },
}

const NO_RULE =
  'The old commit is from before the rule: none of its processes was started again, and nothing went back.'

type Fleet = {
  /** Those that are asked, in turn. */
  processes: PlatformProcess[]
  start(release: ReleaseFolder): Promise<void>
  /** Ends the one that was started first, and asks it no more when it has ended. */
  endFirst(how: 'stop' | 'kill'): Promise<void>
  errors(): unknown[]
}

const createFleet = (installation: Installation, meter: Meter): Fleet => {
  const all: PlatformProcess[] = []
  const processes: PlatformProcess[] = []
  return {
    processes,
    async start({ main }) {
      const started = meter.over(await installation.startProcess({}, main))
      all.push(started)
      processes.push(started)
    },
    async endFirst(how) {
      const [one] = processes
      await one?.[how]()
      processes.shift()
    },
    errors: () => all.flatMap(({ errors }) => errors),
  }
}

type Way = {
  old: ReleaseFolder
  next: ReleaseFolder
  scene: Scene
  tills: Tills
  afterStep: number
}

/** @returns what the processes say of the schema on the way. */
const goAndReturn = async (
  fleet: Fleet,
  { old, next, scene, tills, afterStep }: Way,
): Promise<string[]> => {
  const schemas: string[] = []
  const step = async (what: string, act: () => Promise<void>): Promise<void> => {
    await act()
    await confirmed(tills, afterStep)
    const { body } = (await fleet.processes.at(-1)?.call('GET', '/readyz')) ?? {}
    scene.say(`${what}: ${body?.status}, ${tills.told.confirmed.size} payments`)
    if (body?.schema !== undefined)
      schemas.push(`${what}: /readyz says ${JSON.stringify(body.schema)}`)
  }
  await step('new beside two old', () => fleet.start(next))
  await step('one old stopped', () => fleet.endFirst('stop'))
  if (old.hasRule) {
    await step('the other old killed', () => fleet.endFirst('kill'))
    await step('an old one started on the newer schema', () => fleet.start(old))
    // The order of their starts is: new, old.
    fleet.processes.reverse()
  }
  await step('a second new', () => fleet.start(next))
  await step('no old any more', () => fleet.endFirst('stop'))
  if (!old.hasRule) return schemas
  await step('back: old beside two new', () => fleet.start(old))
  await step('back: one new stopped', () => fleet.endFirst('stop'))
  await step('back: a second old', () => fleet.start(old))
  await step('back: no new any more', () => fleet.endFirst('stop'))
  return schemas
}

const confirmed = async ({ told }: Tills, more: number): Promise<void> => {
  const enough = told.confirmed.size + more
  await until('confirmations', () => told.confirmed.size >= enough, STEP_MS_MAX)
}

type Findings = Record<'lost' | 'doubled' | 'invariants', string[]>

const table = (meter: Meter, findings: Findings): Verdict['figures'] => {
  const row = (...cells: unknown[]): string =>
    cells
      .map((cell) => String(cell).padEnd(14))
      .join('')
      .trimEnd()
  const [quiet, during] = [meter.of('quiet'), meter.of('during')]
  const times = during.p99Ms / quiet.p99Ms
  return [
    row('', 'quiet', 'during'),
    row('answered', quiet.answered, during.answered),
    row('unanswered', quiet.unanswered, during.unanswered),
    row('5xx', quiet.failures.length, during.failures.length),
    row('p50 ms', quiet.p50Ms.toFixed(1), during.p50Ms.toFixed(1)),
    row('p99 ms', quiet.p99Ms.toFixed(1), during.p99Ms.toFixed(1)),
    `p99 is ${times.toFixed(1)} times the quiet one; the goal is 3 times${times > 3 ? ': missed' : ''}`,
    `lost ${findings.lost.length}, contradicted or doubled ${findings.doubled.length}, ` +
      `invariants broken ${findings.invariants.length}`,
  ]
}
