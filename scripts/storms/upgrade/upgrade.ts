/**
 * Two processes of one release take payments, refunds, QR codes, cash and payouts, and a partner moves to a
 * second cell and back. The next release is started beside them and migrates the databases; the processes are
 * replaced one by one, an old one is killed and starts again on the newer schema, and then all go back to the
 * old release. Nobody is to notice (W281, W294).
 */
import { join } from 'node:path'
import { numberOf } from '../../../platform/src/base/database/runs-beside.ts'
import { checkInvariants } from '../../../platform/test/support/invariants.ts'
import type { Installation } from '../../../platform/test/support/installation.ts'
import { startPartner, type PartnerServer } from '../../../platform/test/support/partner.ts'
import type { PlatformProcess } from '../../../platform/test/support/platform-process.ts'
import { startTwoCells } from '../../../platform/test/support/two-cells.ts'
import { startJudgedQuarrels, type JudgedQuarrels } from '../kills/quarrels.ts'
import { countOption, type LongStorm, type Scene, type Verdict } from '../storm.ts'
import {
  contradictions,
  missingPayments,
  startTills,
  untilDelivered,
  type Tills,
} from '../tills.ts'
import { openDesk } from './desk.ts'
import { createFleet, type Fleet } from './fleet.ts'
import { createMeter, type Meter } from './meter.ts'
import { startMoves, type Moves } from './moved.ts'
import { createPayee } from './payee.ts'
import { startPayouts, type Payouts } from './payouts.ts'
import { firstWithRule, releaseFolder, type ReleaseFolder } from './release-folder.ts'
import { confirmed, goAndReturn } from './way.ts'

const TILLS = 4
const RIVALS = 2
const PARTNER_MS = 10

/** Payments that tills confirm before the quiet time, in it, and after each step. */
const WARM = 200
const QUIET = 1_000
const AFTER_STEP = 150

/** On the table that is used most, and a new one: what the next release brings, beside its own migrations. */
const nextMigration = (beside: string): string => `-- What the next release might bring.
-- expands: runs beside ${beside}

alter table payments add column next_note text, add column next_count integer not null default 0;

create table next_notes (
  partner_id integer not null references partners,
  note text not null,
  primary key (partner_id, note)
);
`

export const upgrade: LongStorm = {
  name: 'upgrade',
  options: { old: { type: 'string' }, new: { type: 'string' }, payments: { type: 'string' } },
  tools: { git: 'git', tar: 'tar' },
  async run(scene) {
    const afterStep = countOption(scene.options, 'payments', AFTER_STEP)
    const { old, next, added } = unpackReleases(scene)
    const load = await startLoad(scene, old)
    const { fleet, meter, tills, moves } = load
    await confirmed(tills, WARM)
    scene.say(`warm: ${moves.said()}`)
    meter.enter('quiet')
    await confirmed(tills, QUIET)
    await moves.roundTrip()
    scene.say(`quiet: ${moves.said()}`)
    meter.enter('during')
    const schemas = await goAndReturn(fleet, { old, next, scene, tills, moves, afterStep })
    const { figures, violations } = await judgeLoad(load)
    return {
      figures: [
        `1 upgrade${old.hasRule ? ' and back' : ''}, from ${old.commit} to ${next.commit} with ${added}`,
        ...(old.hasRule ? [] : [NO_RULE]),
        ...schemas,
        ...figures,
      ],
      violations,
    }
  },
}

const NO_RULE =
  'The old commit is from before the rule: none of its processes was started again, and nothing went back.'

const unpackReleases = ({
  options,
  folder,
  say,
}: Scene): { old: ReleaseFolder; next: ReleaseFolder; added: string } => {
  const old = releaseFolder(String(options['old'] ?? firstWithRule()), join(folder, 'old'))
  const next = releaseFolder(String(options['new'] ?? 'HEAD'), join(folder, 'new'))
  const number = `${Number(numberOf(next.migrations.at(-1) ?? '')) + 1}`.padStart(4, '0')
  const added = `${number}-next`
  next.addMigration(added, nextMigration(numberOf(old.migrations.at(-1) ?? '')))
  say(`old ${old.commit}, new ${next.commit} with the migration ${added}`)
  return { old, next, added }
}

type Load = {
  installation: Installation
  shop: PartnerServer
  fleet: Fleet
  meter: Meter
  tills: Tills
  payouts: Payouts
  quarrels: JudgedQuarrels
  moves: Moves
}

/** Everything that goes on while processes are replaced. */
const startLoad = async (scene: Scene, old: ReleaseFolder): Promise<Load> => {
  const cells = await startTwoCells(old.main)
  scene.atEnd(() => cells.close())
  const { installation } = cells.north
  const shop = await startPartner()
  scene.atEnd(() => shop.close())
  const meter = createMeter()
  const fleet = createFleet(cells, meter)
  await fleet.start(old)
  const [first] = fleet.processes as [PlatformProcess]
  const partner = await installation.createPartner(first, shop)
  const channel = await cells.createChannel()
  const desk = openDesk(fleet.processes)
  const payee = await createPayee({ cells, shop, channel, node: first, desk })
  scene.say(`the statement ${payee.statementId} is approved`)
  const tills = startTills(TILLS, fleet.processes, channel, [partner])
  const payouts = startPayouts(installation.pool, payee, desk)
  const subject = { installation, shop, partner, channel, partnerMs: PARTNER_MS }
  const quarrels = await startJudgedQuarrels(subject, fleet.processes, RIVALS)
  const moves = await startMoves({ cells, shop, channel })
  return { installation, shop, fleet, meter, tills, payouts, quarrels, moves }
}

const judgeLoad = async (load: Load): Promise<Verdict> => {
  const { installation, shop, fleet, meter, tills } = load
  await tills.stop()
  const paid = await load.payouts.stop()
  await load.moves.stop()
  // It ends whatever is open, so that all others have ended before.
  const judged = await load.quarrels.stop(fleet.processes[0] as PlatformProcess)
  const moved = await load.moves.judge()
  await untilDelivered(installation.pool)
  const lost = await missingPayments(installation.pool, tills.told)
  const doubled = contradictions(shop, tills)
  const invariants = await checkInvariants(installation.pool)
  return {
    figures: [
      ...table(meter, { lost, doubled, invariants }),
      `${tills.told.confirmed.size.toLocaleString('en-US')} payments confirmed by tills`,
      ...paid.figures,
      ...moved.figures,
      ...judged.figures,
    ],
    violations: [
      ...lost,
      ...doubled,
      ...invariants,
      ...paid.violations,
      ...moved.violations,
      ...judged.violations,
      ...(['quiet', 'during'] as const).flatMap((phase) => meter.of(phase).failures),
      ...fleet.errors().map((error) => `A process logged ${JSON.stringify(error)}.`),
    ],
  }
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
