/**
 * Kills the leader of three PostgreSQL servers again and again while tills take payments: what they
 * were told stays true, and the outages are measured. Rivals quarrel beside the tills: some
 * order of all calls explains what they were answered before, during and after each failover (W271).
 */
import { migrate } from '../../../platform/src/base/database/migrate.ts'
import { LOCKS_STAY, openInstallation } from '../../../platform/test/support/installation.ts'
import { checkInvariants } from '../../../platform/test/support/invariants.ts'
import { startPartner } from '../../../platform/test/support/partner.ts'
import { until } from '../../../platform/test/support/wait.ts'
import { countOption, SILENT, type LongStorm, type Scene } from '../storm.ts'
import {
  contradictions,
  missingPayments,
  startTills,
  untilDelivered,
  type Tills,
} from '../tills.ts'
import { startJudgedQuarrels } from '../kills/quarrels.ts'
import { startCluster, type Cluster } from './cluster.ts'
import { PACES } from './files.ts'

const TILLS = 10
const KILLS = 20

/** Others, who ask for the same references and contradict each other. */
const RIVALS = 4

/** Between a healed cluster and the next kill. */
const CONFIRMED_BETWEEN = 300
const BETWEEN_MS = 600_000

/** The longest that a failover may take before the storm gives up. */
const TAKE_OVER_MS = 180_000

export const failover: LongStorm = {
  name: 'failover',
  options: {
    kills: { type: 'string' },
    confirmed: { type: 'string' },
    rivals: { type: 'string' },
    tuned: { type: 'boolean' },
  },
  tools: {
    patroni: 'patroni',
    etcd: 'etcd-server',
    haproxy: 'haproxy',
    pg_createcluster: 'postgresql',
    ps: 'procps',
  },
  async run(scene) {
    const kills = countOption(scene.options, 'kills', KILLS)
    const pace = scene.options['tuned'] === true ? 'tuned' : 'default'
    scene.say(`starting etcd, three servers under Patroni (${pace} settings) and HAProxy`)
    const cluster = await startCluster(scene, PACES[pace])
    await migrate(cluster.url, SILENT)
    const installation = await openInstallation(cluster.url, LOCKS_STAY)
    scene.atEnd(installation.close)
    const shop = await startPartner()
    scene.atEnd(shop.close)
    const processes = [await installation.startProcess(), await installation.startProcess()]
    const [first] = processes as [(typeof processes)[number]]
    const partner = await installation.createPartner(first, shop)
    const channel = await installation.createChannel(first)
    const tills = startTills(TILLS, processes, channel, [partner])
    const quarrels = await startJudgedQuarrels(
      { installation, shop, partner, channel, partnerMs: 0 },
      processes,
      countOption(scene.options, 'rivals', RIVALS),
    )
    const outages = await killAgainAndAgain(scene, cluster, tills, kills)
    await tills.stop()
    const judged = await quarrels.stop(first)
    scene.say(`${tills.told.confirmed.size} payments confirmed; waiting for the last webhooks`)
    await untilDelivered(installation.pool)
    return {
      figures: [...figuresOf(outages, tills, pace), ...judged.figures],
      violations: [
        ...(await missingPayments(installation.pool, tills.told)),
        ...(await checkInvariants(installation.pool)),
        ...contradictions(shop, tills),
        ...judged.violations,
      ],
    }
  },
}

/** @returns how long nothing was confirmed, a number of seconds for each kill. */
const killAgainAndAgain = async (
  { say, options }: Scene,
  cluster: Cluster,
  tills: Tills,
  kills: number,
): Promise<number[]> => {
  const between = countOption(options, 'confirmed', CONFIRMED_BETWEEN)
  const outages: number[] = []
  for (let kill = 1; kill <= kills; kill += 1) {
    const before = tills.told.confirmed.size
    const enough = (): boolean => tills.told.confirmed.size > before + between
    await until('confirmations between two kills', enough, BETWEEN_MS)
    const name = await cluster.killLeader()
    const killedMs = performance.now()
    const outage = ((await within(tills.confirmedAfter(killedMs), name)) - killedMs) / 1_000
    outages.push(outage)
    say(
      `kill ${kill} of ${kills}: ${name} died, confirmations went on after ${outage.toFixed(1)} s`,
    )
    await cluster.heal(name)
  }
  return outages
}

const within = async (confirmed: Promise<number>, name: string): Promise<number> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const words = `Nothing was confirmed for ${TAKE_OVER_MS / 1_000} s after ${name} died.`
    timer = setTimeout(() => reject(new Error(words)), TAKE_OVER_MS)
  })
  return Promise.race([confirmed, late]).finally(() => clearTimeout(timer))
}

const figuresOf = (outages: number[], { told }: Tills, pace: string): string[] => {
  const sorted = outages.toSorted((one, other) => one - other)
  const median = sorted[Math.floor(sorted.length / 2)] as number
  return [
    `${outages.length} kills of the leader, ${pace} settings of Patroni`,
    `${told.opened.size} payments opened, ${told.confirmed.size} confirmed`,
    `outage: median ${median.toFixed(1)} s, longest ${Math.max(...outages).toFixed(1)} s`,
  ]
}
