import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { migrate } from '../../src/base/database/migrate.ts'
import { openMoveCell } from '../../src/moves/open-cells.ts'
import { partnerTables, SUMS } from '../../src/moves/tables.ts'
import type { MoveCell } from '../../src/moves/move.ts'
import { findHome } from '../../src/cells/homes.ts'
import { clockOver, type Clock } from './clock.ts'
import { LOCKS_STAY, newOperatorKey, openInstallation, type Installation } from './installation.ts'
import type { PlatformProcess } from './platform-process.ts'
import type { Answer, TestChannel, TestPartner } from './node.ts'
import type { PartnerServer } from './partner.ts'
import { startOwnServer, type OwnServer } from './servers.ts'

export type CellName = 'north' | 'south'

/** A cell of a test: a server, the platform's processes on it, and connections of the mover's kind. */
export type TestCell = MoveCell & {
  name: CellName
  server: OwnServer
  installation: Installation
  /** Of the platform; replaced when it was killed. */
  process: PlatformProcess
}

export type TwoCells = {
  /** The control cell. */
  north: TestCell
  south: TestCell
  cellOf(name: string): TestCell
  /** Of both. */
  clock: Clock
  /** A partner in the north, known to both. */
  createPartner(shop: PartnerServer): Promise<TestPartner>
  createChannel(): Promise<TestChannel>
  close(): Promise<void>
}

/** A copy of a partner's tables needs a worker for each table at a time, and starts the next at once. */
const SETTINGS = [
  'wal_level = logical',
  'max_logical_replication_workers = 8',
  'max_worker_processes = 16',
  'max_sync_workers_per_subscription = 4',
  'wal_retrieve_retry_interval = 200ms',
]

const log = { info: () => undefined, warn: () => undefined, error: console.error }

/**
 * Two cells on two servers, each with a process of the platform.
 *
 * @param main the program of another release, which makes its own schema.
 */
export const startTwoCells = async (main?: string): Promise<TwoCells> => {
  const keys = {
    WASL_MASTER_KEY: randomBytes(32).toString('base64'),
    // One operator has both cells, and asks whichever has the partner.
    WASL_OPERATOR_KEY: newOperatorKey(),
  }
  const [north, south] = await Promise.all([
    startCell('north', keys, main),
    startCell('south', keys, main),
  ])
  // Ids of partners come from the control cell; a test makes them there, too.
  await south.pool.query(`select setval('partner_ids', 5000)`)
  return {
    north,
    south,
    cellOf: (name) => (name === north.name ? north : south),
    clock: clockOver([north.installation.clock, south.installation.clock]),
    async createPartner(shop) {
      const partner = await north.installation.createPartner(north.process, shop)
      await north.pool.query('insert into partner_homes (partner_id, cell) values ($1, $2)', [
        partner.number,
        north.name,
      ])
      return partner
    },
    async createChannel() {
      const channel = await north.installation.createChannel(north.process)
      await copySmallTables(north.pool, south.pool)
      return channel
    },
    async close() {
      for (const { installation, pool, server } of [north, south]) {
        await installation.close()
        await pool.end()
        await server.close()
      }
    },
  }
}

const startCell = async (
  name: CellName,
  keys: Record<string, string>,
  main?: string,
): Promise<TestCell> => {
  const server = await startOwnServer(SETTINGS)
  if (main === undefined) await migrate(server.url, log)
  const installation = await openInstallation(server.url, {
    ...keys,
    ...LOCKS_STAY,
  })
  const process = await installation.startProcess({}, main)
  return { ...openMoveCell(name, server.url), name, server, installation, process }
}

/** What the control cell publishes to the others. */
const copySmallTables = async (from: pg.Pool, to: pg.Pool): Promise<void> => {
  for (const table of ['channels', 'channel_api_keys']) {
    const { rows } = await from.query<{ row: object }>(
      `select to_json(each) as row from ${table} each`,
    )
    await to.query(
      `insert into ${table} overriding system value
      select * from json_populate_recordset(null::${table}, $1::json)
      on conflict do nothing`,
      [JSON.stringify(rows.map(({ row }) => row))],
    )
  }
}

/** A process of the platform as a caller sees it: it remembers homes, and learns of new ones late. */
export type Router = {
  /** Asks the home of the partner until it answers with something else than 503. */
  ask(partner: TestPartner, call: (node: PlatformProcess) => Promise<Answer>): Promise<Answer>
}

const RETRY_MS = 10

export const createRouter = (cells: TwoCells): Router => {
  const homes = new Map<number, string>()
  const homeOf = async (partner: TestPartner): Promise<string> => {
    const home = await findHome(cells.north.installation.pool, partner.number).catch(() => null)
    const cell = home?.cell ?? homes.get(partner.number) ?? 'north'
    homes.set(partner.number, cell)
    return cell
  }
  return {
    async ask(partner, call) {
      for (;;) {
        const cell = homes.get(partner.number) ?? (await homeOf(partner))
        const answer = await call(cells.cellOf(cell).process).catch(() => null)
        if (answer !== null && answer.status !== 503) return answer
        await pause(RETRY_MS)
        await homeOf(partner)
      }
    },
  }
}

/** The rows of a partner in every table of a cell that moves: how many, and a hash over all of them. */
export const printsOf = async (
  pool: pg.Pool,
  partnerId: number,
): Promise<Record<string, string>> => {
  const prints: Record<string, string> = {}
  for (const { name, columns } of await partnerTables(pool)) {
    const row = columns === null ? 'each' : `row(${columns.map((one) => `each.${one}`).join()})`
    prints[name] = await printOf(pool, name, row, partnerId)
  }
  return prints
}

/** The same of the sums. */
export const sumsOf = async (pool: pg.Pool, partnerId: number): Promise<Record<string, string>> => {
  const prints: Record<string, string> = {}
  for (const name of Object.keys(SUMS)) prints[name] = await printOf(pool, name, 'each', partnerId)
  return prints
}

const printOf = async (
  pool: pg.Pool,
  table: string,
  row: string,
  partnerId: number,
): Promise<string> => {
  const { rows } = await pool.query<{ print: string }>(
    `select count(*) || ' ' || coalesce(md5(string_agg(hash, '' order by hash)), '') as print
    from (select md5(${row}::text) as hash from ${table} each where partner_id = $1) as hashes`,
    [partnerId],
  )
  return rows[0]?.print as string
}
