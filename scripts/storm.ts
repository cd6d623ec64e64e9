/**
 * Long storms, on real servers of their own, for a machine that has nothing else to do:
 *
 *   npm run storm                     lists them
 *   npm run storm -- failover         kills the leader of three PostgreSQL servers again and again
 *   npm run storm -- growth           two years of payments, and retention while more are taken
 *   npm run storm -- kills            kills processes of the platform again and again
 *   npm run storm -- moves            moves a partner between two cells, and kills what it can meanwhile
 *   npm run storm -- shifts           works shifts of the till's own code, whose devices fail at any step
 *   npm run storm -- upgrade          goes from one release to the next under load, and back
 *   npm run storm -- power-cuts       cuts the power of the embedded database's disk, as root
 *   npm run storm -- restore          restores the database to an earlier moment again and again
 *
 * Each is bounded, cleans up behind itself, prints what it saw, and exits with 1 when anything that
 * was acknowledged is lost, doubled or contradicted. `platform/test/storms/` has the short ones that run with
 * every change.
 */
import { runStorm, type LongStorm } from './storms/storm.ts'

/** Loaded only when it is asked for: each brings half the platform with it. */
const STORMS: Record<string, { about: string; load(): Promise<LongStorm> }> = {
  failover: {
    about: 'kills of the leader under load: Patroni, etcd and HAProxy (--kills 20, --tuned)',
    load: async () => (await import('./storms/failover/failover.ts')).failover,
  },
  growth: {
    about: 'retention while paying, after two years (--months 24, --payments 20000000)',
    load: async () => (await import('./storms/growth/growth.ts')).growth,
  },
  kills: {
    about:
      'kill -9 of processes of the platform under load (--kills 1000, --minutes 30, --confirmed 24, --rivals 4)',
    load: async () => (await import('./storms/kills/kills.ts')).kills,
  },
  moves: {
    about:
      'moves of a partner between two cells under load and kills (--count 100, --minutes 30, --calm)',
    load: async () => (await import('./storms/moves/moves.ts')).moves,
  },
  upgrade: {
    about:
      'to the next release and back, process by process, under load (--old COMMIT, --new HEAD)',
    load: async () => (await import('./storms/upgrade/upgrade.ts')).upgrade,
  },
  'power-cuts': {
    about: "power cuts of the embedded database's disk, as root on a loop device (--cycles 100)",
    load: async () => (await import('./storms/power-cuts/power-cuts.ts')).powerCuts,
  },
  restore: {
    about: 'restores to an earlier moment by pgBackRest, under load (--restores 2, --cells 1)',
    load: async () => (await import('./storms/restore/restore.ts')).restore,
  },
  shifts: {
    about: "shifts of the till's own code on devices that fail (--count 10000, --seed N)",
    load: async () => (await import('./storms/shifts/shifts.ts')).shifts,
  },
}

const main = async ([name, ...options]: string[]): Promise<number> => {
  const storm = name === undefined ? undefined : STORMS[name]
  if (storm === undefined) {
    const lines = Object.entries(STORMS).map(([one, { about }]) => `  ${one.padEnd(12)} ${about}`)
    const problem = name === undefined ? '' : `There is no storm named "${name}".\n`
    console.log(`${problem}Storms: npm run storm -- NAME [options]\n${lines.join('\n')}`)
    return name === undefined ? 0 : 2
  }
  return runStorm(await storm.load(), options)
}

process.exit(await main(process.argv.slice(2)))
