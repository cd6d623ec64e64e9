/**
 * Cuts the power of the disk under the platform and its embedded database, again and again, while
 * tills take payments; some cuts come during the very first start.
 */
import { randomBytes, randomInt } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startEmbeddedPostgres } from '@wasl/embedded-postgres'
import { openPool } from '../../../platform/test/support/database.ts'
import { createChannel, createPartner } from '../../../platform/test/support/parties.ts'
import {
  startPlatformProcess,
  type PlatformProcess,
} from '../../../platform/test/support/platform-process.ts'
import { checkInvariants } from '../../../platform/test/support/invariants.ts'
import { startPartner, type PartnerServer } from '../../../platform/test/support/partner.ts'
import { until } from '../../../platform/test/support/wait.ts'
import { contradictions, missingPayments, startTills, type Tills } from '../tills.ts'
import { countOption, SILENT, type LongStorm, type Scene } from '../storm.ts'
import { startTool } from '../tool.ts'
import { makeDisk, type Disk } from './disk.ts'
import { programFor } from '../../../platform/test/support/program.ts'

const CYCLES = 100

/** Cuts of one disk: the first one during the first start, the others under load. */
const CUTS_OF_DISK = 10

const TILLS = 6
const CONFIRMED_BETWEEN_MAX = 400

/** A little longer than a first start takes, so that some cuts come right after it. */
const FIRST_START_MS = 6_000

const MAIN = join(import.meta.dirname, '../../../platform/src/run/main.ts')

type Total = { payments: number; cuts: number; firstStarts: number; violations: string[] }

export const powerCuts: LongStorm = {
  name: 'power-cuts',
  options: { cycles: { type: 'string' } },
  tools: { 'mkfs.ext4': 'e2fsprogs', mount: 'mount', umount: 'mount', perl: 'perl' },
  async run(scene) {
    if (process.getuid?.() !== 0) throw new Error('A disk of its own needs root: run it with sudo.')
    const cycles = countOption(scene.options, 'cycles', CYCLES)
    const total: Total = { payments: 0, cuts: 0, firstStarts: 0, violations: [] }
    for (let number = 1; total.cuts < cycles; number += 1) {
      await wearOut(scene, number, Math.min(CUTS_OF_DISK, cycles - total.cuts), total)
    }
    return {
      figures: [
        `${total.cuts} power cuts, ${total.firstStarts} of them during a first start`,
        `${total.payments} payments confirmed`,
      ],
      violations: total.violations,
    }
  },
}

/** One disk, from its first start to the comparison of what tills were told with what it has. */
const wearOut = async (scene: Scene, number: number, cuts: number, total: Total): Promise<void> => {
  const disk = makeDisk(scene.folder, `disk${number}`)
  let isThere = true
  scene.atEnd(() => (isThere ? disk.remove() : undefined))
  const secrets = {
    WASL_OPERATOR_KEY: `operator-${randomBytes(12).toString('hex')}`,
    WASL_DATA_DIR: join(disk.folder, 'wasl'),
    WASL_ALLOW_PRIVATE_TARGETS: '1',
  }
  const delay = await cutFirstStart(scene, disk, secrets)
  scene.say(`disk ${number}: power cut ${delay} ms into the first start`)
  total.firstStarts += 1

  const processes: PlatformProcess[] = []
  const start = async (): Promise<PlatformProcess> => {
    const node = await startPlatformProcess(secrets.WASL_OPERATOR_KEY, secrets)
    processes.splice(0, processes.length, node)
    return node
  }
  const shop = await startPartner()
  const desk = { ...(await start()), operatorKey: secrets.WASL_OPERATOR_KEY }
  const partner = await createPartner(desk, shop)
  const tills = startTills(TILLS, processes, await createChannel(desk), [partner])
  for (let cut = 1; cut < cuts; cut += 1) {
    await someConfirmations(tills)
    const [dead] = processes.splice(0)
    await disk.cutPower()
    await dead?.kill()
    disk.powerUp()
    await start()
    scene.say(`disk ${number}: power cut ${cut} under load, ${tills.told.confirmed.size} confirmed`)
  }
  await someConfirmations(tills)
  await tills.stop()
  await processes[0]?.kill()
  total.cuts += cuts
  total.payments += tills.told.confirmed.size
  total.violations.push(...(await compare(disk, tills, shop)))
  await shop.close()
  await disk.remove()
  isThere = false
}

/** @returns when the power went, in milliseconds after the start. */
const cutFirstStart = async (
  scene: Scene,
  disk: Disk,
  env: Record<string, string>,
): Promise<number> => {
  const delayMs = randomInt(FIRST_START_MS)
  const log = join(scene.folder, 'first-starts.log')
  const options = { log, user: null, cwd: scene.folder, env: { PORT: '0', ...env } }
  const platform = startTool(process.execPath, [programFor(MAIN)], options)
  await pause(delayMs)
  await disk.cutPower()
  await platform.kill()
  disk.powerUp()
  return delayMs
}

/** A number that changes, so that cuts come at all moments. */
const someConfirmations = async ({ told }: Tills): Promise<void> => {
  const enough = told.confirmed.size + randomInt(1, CONFIRMED_BETWEEN_MAX)
  await until('confirmations', () => told.confirmed.size >= enough, 180_000)
}

/** What tills and the shop were told against what the disk has. */
const compare = async (disk: Disk, tills: Tills, shop: PartnerServer): Promise<string[]> => {
  const dataDir = join(disk.folder, 'wasl')
  const server = await startEmbeddedPostgres({ dataDir, log: SILENT })
  const pool = openPool(server.url, 2)
  try {
    const unsettled = new Set(['I5'])
    return [
      ...(await missingPayments(pool, tills.told)),
      // Webhooks may still be owed: the platform was ended in the middle of its work.
      ...(await checkInvariants(pool)).filter((one) => !unsettled.has(one.split(':')[0] as string)),
      ...contradictions(shop, tills, { isSettled: false }),
    ]
  } finally {
    await pool.end()
    await server.stop()
  }
}
