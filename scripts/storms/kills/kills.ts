/**
 * Kills processes of the platform again and again, with kill -9, while tills take payments; some die
 * during their start. What tills were told stays true, and every webhook is delivered.
 */
import { randomBytes, randomInt } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startEmbeddedPostgres } from '@wasl/embedded-postgres'
import {
  LOCKS_STAY,
  openInstallation,
  type Installation,
} from '../../../platform/test/support/installation.ts'
import type { PlatformProcess } from '../../../platform/test/support/platform-process.ts'
import { checkInvariants } from '../../../platform/test/support/invariants.ts'
import { startPartner, type PartnerServer } from '../../../platform/test/support/partner.ts'
import { until } from '../../../platform/test/support/wait.ts'
import { migrate } from '../../../platform/src/base/database/migrate.ts'
import { countOption, SILENT, type LongStorm, type Scene } from '../storm.ts'
import {
  contradictions,
  missingPayments,
  startTills,
  untilDelivered,
  type Tills,
} from '../tills.ts'
import { startTool } from '../tool.ts'
import { startJudgedQuarrels } from './quarrels.ts'
import { programFor } from '../../../platform/test/support/program.ts'

const KILLS = 1_000

/** It ends with fewer kills when so much time is over. */
const MINUTES = 600

/** Processes that run, die and start again independently of each other. */
const PROCESSES = 2

const TILLS = 8

/** Others, who ask for the same references and contradict each other. */
const RIVALS = 4

/** A process is killed after so many confirmations or fewer: at no known moment, but soon. */
const CONFIRMED_MAX = 24
const CONFIRMED_MS_MAX = 120_000

/** One of so many is killed during its start, which takes about so long. */
const DURING_START = 10
const START_MS = 1_500

/** Long enough for a process to die between the partner's answer and its own note of it. */
const PARTNER_MS = 10

const SAY_EVERY = 10

const MAIN = join(import.meta.dirname, '../../../platform/src/run/main.ts')

type Tally = { begun: number; done: number; duringStart: number }

export const kills: LongStorm = {
  name: 'kills',
  options: {
    kills: { type: 'string' },
    processes: { type: 'string' },
    minutes: { type: 'string' },
    confirmed: { type: 'string' },
    rivals: { type: 'string' },
  },
  tools: {},
  async run(scene) {
    const count = countOption(scene.options, 'kills', KILLS)
    const slots = countOption(scene.options, 'processes', PROCESSES)
    const confirmedMax = countOption(scene.options, 'confirmed', CONFIRMED_MAX)
    const server = await startEmbeddedPostgres({ dataDir: scene.folder, log: SILENT })
    scene.atEnd(() => server.stop())
    await migrate(server.url, SILENT)
    const masterKey = randomBytes(32).toString('base64')
    const installation = await openInstallation(server.url, {
      WASL_MASTER_KEY: masterKey,
      ...LOCKS_STAY,
    })
    scene.atEnd(() => installation.close())
    const shop = await startPartner()
    scene.atEnd(() => shop.close())
    const first = await installation.startProcess()
    const partner = await installation.createPartner(first, shop)
    const channel = await installation.createChannel(first)
    // A process that ends in peace leaves its compiled code for those that will not.
    await first.stop()

    const processes: PlatformProcess[] = []
    const tills = startTills(TILLS, processes, channel, [partner])
    const quarrels = await startJudgedQuarrels(
      { installation, shop, partner, channel, partnerMs: PARTNER_MS },
      processes,
      countOption(scene.options, 'rivals', RIVALS),
    )
    const tally: Tally = { begun: 0, done: 0, duringStart: 0 }
    const startMs = performance.now()
    const untilMs = startMs + countOption(scene.options, 'minutes', MINUTES) * 60_000
    const slot = async (): Promise<void> => {
      while (tally.begun < count && performance.now() < untilMs) {
        tally.begun += 1
        if (tally.begun % DURING_START === 0) {
          await killDuringStart(scene, installation, masterKey)
          tally.duringStart += 1
        } else {
          await killUnderLoad(installation, processes, tills, confirmedMax)
        }
        tally.done += 1
        if (tally.done % SAY_EVERY === 0) {
          scene.say(`${tally.done} kills, ${tills.told.confirmed.size} payments confirmed`)
        }
      }
    }
    await Promise.all(Array.from({ length: slots }, slot))
    const minutes = (performance.now() - startMs) / 60_000
    const last = await installation.startProcess()
    processes.push(last)
    await tills.stop()
    const judged = await quarrels.stop(last)
    await untilDelivered(installation.pool)
    return {
      figures: [
        `${tally.done} kill -9 of ${slots} processes in ${minutes.toFixed(1)} min, ` +
          `${tally.duringStart} of them during a start`,
        ...figuresOf(shop, tills),
        ...judged.figures,
      ],
      violations: [
        ...(await missingPayments(installation.pool, tills.told)),
        ...(await checkInvariants(installation.pool)),
        ...contradictions(shop, tills),
        ...judged.violations,
        ...last.errors.map((error) => `The last process logged ${JSON.stringify(error)}.`),
      ],
    }
  },
}

const killUnderLoad = async (
  installation: Installation,
  processes: PlatformProcess[],
  { told }: Tills,
  confirmedMax: number,
): Promise<void> => {
  const one = await installation.startProcess()
  processes.push(one)
  const enough = told.confirmed.size + randomInt(1, confirmedMax + 1)
  await until('confirmations', () => told.confirmed.size >= enough, CONFIRMED_MS_MAX)
  await pause(randomInt(50))
  processes.splice(processes.indexOf(one), 1)
  await one.kill()
}

const killDuringStart = async (
  scene: Scene,
  { databaseUrl, operatorKey }: Installation,
  masterKey: string,
): Promise<void> => {
  const env = {
    PORT: '0',
    DATABASE_URL: databaseUrl,
    WASL_OPERATOR_KEY: operatorKey,
    WASL_MASTER_KEY: masterKey,
    WASL_ALLOW_PRIVATE_TARGETS: '1',
  }
  const log = join(scene.folder, 'starts.log')
  const one = startTool(process.execPath, [programFor(MAIN)], {
    log,
    user: null,
    cwd: scene.folder,
    env,
  })
  await pause(randomInt(START_MS))
  await one.kill()
}

const figuresOf = ({ requests }: PartnerServer, { told }: Tills): string[] => {
  const webhooks = requests.filter(({ kind }) => kind === 'webhook')
  const events = Map.groupBy(webhooks, ({ headers }) => headers['x-event-id'])
  const again = [...events.values()].filter(({ length }) => length > 1)
  return [
    `${told.confirmed.size.toLocaleString('en-US')} payments confirmed`,
    `${events.size.toLocaleString('en-US')} events delivered, ${again.length} of them more than once`,
  ]
}
