import { randomBytes } from 'node:crypto'
import type { ChannelKind } from '@wasl/protocol'
import type pg from 'pg'
import { openPool } from './database.ts'
import { clockOf, type Clock } from './clock.ts'
import type { PartnerServer } from './partner.ts'
import type { Node, TestChannel, TestPartner } from './node.ts'
import { createChannel, createPartner } from './parties.ts'
import { startPlatformProcess, type PlatformProcess } from './platform-process.ts'

/** A database, and as many processes of the platform on it as a storm wants. */
export type Installation = {
  databaseUrl: string
  /** The storm's own connections, for what no API tells. */
  pool: pg.Pool
  clock: Clock
  operatorKey: string
  /**
   * @param more of its environment.
   * @param main the program of another release.
   */
  startProcess(more?: Record<string, string>, main?: string): Promise<PlatformProcess>
  createPartner(node: Pick<Node, 'call'>, server: PartnerServer): Promise<TestPartner>
  createChannel(node: Pick<Node, 'call'>, kind?: ChannelKind): Promise<TestChannel>
  /** Kills what still runs and closes the connections; the database is the caller's. */
  close(): Promise<void>
}

/** Locks that outlast a storm: no history says when one ended by itself. */
export const LOCKS_STAY = { WASL_LOCK_SECONDS: '86400' }

export const newOperatorKey = (): string => `operator-${randomBytes(12).toString('hex')}`

/**
 * Processes of `platform/src/run/main.ts`, as an operator starts them.
 */
export const openInstallation = async (
  databaseUrl: string,
  env: Record<string, string> = {},
): Promise<Installation> => {
  const pool = openPool(databaseUrl, 4)
  const operatorKey = env['WASL_OPERATOR_KEY'] ?? newOperatorKey()
  const processes: PlatformProcess[] = []

  const startProcess = async (
    more: Record<string, string> = {},
    main?: string,
  ): Promise<PlatformProcess> => {
    const settings = {
      DATABASE_URL: databaseUrl,
      WASL_OPERATOR_KEY: operatorKey,
      WASL_MASTER_KEY: masterKey,
      WASL_ALLOW_PRIVATE_TARGETS: '1',
      ...env,
      ...more,
    }
    const started = await startPlatformProcess(operatorKey, settings, main)
    processes.push(started)
    return started
  }

  const masterKey = randomBytes(32).toString('base64')
  return {
    databaseUrl,
    pool,
    clock: clockOf(pool),
    operatorKey,
    startProcess,
    async createPartner({ call }, server) {
      const partner = await createPartner({ call, operatorKey }, server)
      // Its hourly lookup would come into a storm by chance.
      await pool.query('delete from partner_canaries where partner_id = $1', [partner.number])
      return partner
    },
    createChannel: ({ call }, kind) => createChannel({ call, operatorKey }, kind),
    async close() {
      await Promise.all(processes.map((child) => child.kill()))
      await pool.end()
    },
  }
}
