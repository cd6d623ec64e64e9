import { randomBytes } from 'node:crypto'
import type { ChannelKind, ProcessRole } from '@wasl/protocol'
import type pg from 'pg'
import { buildApp } from '../../src/run/app.ts'
import type { JoinedCell } from '../../src/cells/cell.ts'
import { findHome } from '../../src/cells/homes.ts'
import { openCells } from '../../src/run/cells/open-cells.ts'
import type { NotifyConfig } from '../../src/base/config/notify.ts'
import { createDatabase } from '../../src/base/database/database.ts'
import type { PlatformHooks } from '../../src/http/hooks.ts'
import { partnerNumber } from '../../src/base/wire-ids.ts'
import { ensureOperatorKey } from '../../src/parties/operators/first-key.ts'
import type { PayLink } from '../../src/base/pay-link.ts'
import { createKeyring } from '../../src/base/secrets/seal.ts'
import type { Tracing } from '../../src/delivery/tracing.ts'
import { clockOf, clockOver, type Clock } from './clock.ts'
import { nodeAt, type Node, type TestChannel, type TestPartner } from './node.ts'
import type { PartnerServer } from './partner.ts'
import { setPartnerState } from './partner-state.ts'
import { createKeptLog } from './kept-log.ts'
import { ensureSigningKeys } from '../../src/parties/signing-keys/current.ts'
import {
  createStores,
  dropStores,
  leaveControl,
  settledIn,
  type OwnedStore,
  type TestStore,
} from './stores.ts'

export type TestPlatform = Node & {
  databaseUrl: string
  /** The test's own connections, for what no API tells. Of several cells, to the last one. */
  pool: pg.Pool
  /** The databases: one, or each cell, the control cell first. */
  stores: TestStore[]
  /** The test's connections to the database in which a partner lives. */
  poolOf(partner: TestPartner): Promise<pg.Pool>
  clock: Clock
  operatorKey: string
  masterKey: Buffer
  /** Every line that was logged, by all nodes. */
  logs: string[]
  createPartner(
    server: Pick<PartnerServer, 'apiUrl' | 'trust'>,
    fields?: Record<string, unknown>,
  ): Promise<TestPartner>
  createChannel(kind?: ChannelKind, isTest?: boolean): Promise<TestChannel>
  /** Another process on the same database; `stop()` of the platform stops it too. */
  /** @param roles by default all. */
  startNode(roles?: readonly ProcessRole[]): Promise<Node>
  /** Stops every process; the database stays. */
  stopNodes(): Promise<void>
  /** Makes every dispatcher look for what is due, as after the clock was moved. */
  wake(): Promise<void>
  /** Waits until nothing is due and no attempt is under way; what waits for a retry may wait on. */
  settled(): Promise<void>
}

export type TestPlatformOptions = {
  /** In how many cells partners live; by default one, or `WASL_TEST_CELLS`. */
  cells?: number
  lockSeconds?: number
  /** Centimes. */
  refundApprovalAbove?: number
  allowPrivateTargets?: boolean
  /** Where outsiders reach it, through a proxy that ends TLS. */
  publicUrl?: string
  payLinks?: PayLink[]
  notify?: NotifyConfig
  /** Leads the platform, but not the test, to its database by another way. */
  databaseWay?: (url: string) => Promise<string>
  hooks?: PlatformHooks
  tracing?: Tracing
  /** Of the first process; by default all. */
  roles?: readonly ProcessRole[]
}

/** Tests make old partitions of their own. */
export const KEEP_ALL = {
  keepMonths: null,
  keepAuditMonths: null,
  keepBooksMonths: 1_200,
  keepAttemptDays: 36_500,
  exportDir: null,
}

/** A platform on any port of this machine, as most tests want it. */
export const USUAL_CONFIG = {
  host: '127.0.0.1',
  port: 0,
  publicUrl: undefined,
  qrGuid: 'dz.wasl',
  payLinks: [],
  lockSeconds: 900,
  refundApprovalAbove: null,
  allowPrivateTargets: true,
  trustProxy: false as const,
  ...KEEP_ALL,
}

/** Requests may say whom they come from, so that addresses can be told apart in one machine. */
const TRUSTED_PROXY = ['127.0.0.1']

/** A whole platform over real HTTP on a database of its own. */
export const startTestPlatform = async (
  options: TestPlatformOptions = {},
): Promise<TestPlatform> => {
  const databases = await createStores(options.cells ?? Number(process.env['WASL_TEST_CELLS'] ?? 1))
  const [control] = databases as [OwnedStore]
  const { pool } = databases.at(-1) as OwnedStore
  const masterKey = randomBytes(32)
  const operatorKey = `operator-${randomBytes(12).toString('hex')}`
  const logs: string[] = []
  await ensureOperatorKey(control.pool, operatorKey, console)

  const nodeUrls = await Promise.all(
    databases.map(async ({ url }) => (await options.databaseWay?.(url)) ?? url),
  )
  const [nodeUrl = control.url] = nodeUrls
  const keyring = createKeyring(masterKey)
  const log = createKeptLog('debug', logs)
  const openStores = async (roles?: readonly ProcessRole[]) => {
    if (databases.length === 1) {
      // As at a start: the first sealing would make it, and write so into the audit log meanwhile.
      await ensureSigningKeys({ pool: control.pool, keyring })
      return { db: createDatabase(nodeUrl, roles) }
    }
    const addresses = databases.map(({ name }, place) => ({ name, url: nodeUrls[place] ?? '' }))
    const cells = await openCells({
      addresses,
      ...(roles && { roles }),
      keyring,
      timeZone: null,
      allowPrivateTargets: true,
      log,
    })
    return { db: (cells.all[0] as JoinedCell).db, cells }
  }
  const nodes: Node[] = []
  const startNode = async (roles?: readonly ProcessRole[]): Promise<Node> => {
    const platform = buildApp({
      config: {
        ...USUAL_CONFIG,
        publicUrl: options.publicUrl,
        payLinks: options.payLinks ?? [],
        lockSeconds: options.lockSeconds ?? USUAL_CONFIG.lockSeconds,
        refundApprovalAbove: options.refundApprovalAbove ?? null,
        allowPrivateTargets: options.allowPrivateTargets ?? true,
        trustProxy: TRUSTED_PROXY,
        notify: options.notify ?? null,
        ...(roles && { roles }),
      },
      ...(await openStores(roles)),
      databaseUrl: nodeUrl,
      hooks: options.hooks ?? {},
      ...(options.tracing && { tracing: options.tracing }),
      keyring,
      log,
    })
    const origin = await platform.start()
    let stopped: Promise<void> | null = null
    const stop = (): Promise<void> => (stopped ??= platform.stop())
    const node = { ...nodeAt(origin, operatorKey), stop }
    nodes.push(node)
    return node
  }

  const stopNodes = async (): Promise<void> => {
    await Promise.all(nodes.map((node) => node.stop()))
  }

  const first = await startNode(options.roles)
  if (databases.length > 1) await leaveControl(control)
  const create = async (path: string, body: unknown): Promise<any> => {
    const answer = await first.call('POST', path, { key: operatorKey, body })
    if (answer.status !== 201) throw new Error(`POST ${path} was answered ${answer.text}`)
    return answer.body
  }

  return {
    ...first,
    databaseUrl: control.url,
    pool,
    stores: databases,
    async poolOf({ number }) {
      const home = databases.length === 1 ? null : await findHome(control.pool, number)
      return (databases.find(({ name }) => name === home?.cell) ?? control).pool
    },
    clock: clockOver(databases.map((store) => clockOf(store.pool))),
    operatorKey,
    masterKey,
    logs,
    startNode,
    async createPartner(server, fields = {}) {
      const wanted = { name: 'Shop', apiUrl: server.apiUrl, ...fields }
      const { partnerId, apiKey, apiSecret, hmacSecret } = await create(
        '/operator/v1/partners',
        wanted,
      )
      server.trust({ apiSecrets: [apiSecret], hmacSecrets: [hmacSecret] })
      const number = partnerNumber(partnerId) as number
      await goLiveIn(databases, number)
      return { partnerId, number, apiKey, apiSecret, hmacSecret }
    },
    async createChannel(kind = 'AGENCY', isTest = false) {
      const wanted = { name: 'Till', kind, isTest }
      const { channelId, apiKey } = await create('/operator/v1/channels', wanted)
      return { channelId, kind, apiKey }
    },
    async wake() {
      for (const store of databases) {
        await store.pool.query(`select pg_notify('wasl_webhooks', '')`)
      }
    },
    async settled() {
      for (const store of databases) await settledIn(store.pool)
    },
    stopNodes,
    async stop() {
      await stopNodes()
      await dropStores(databases)
    },
  }
}

/** A test's partner can be paid, as those that were made before they had states (D40). */
const goLiveIn = async (stores: readonly TestStore[], partnerId: number): Promise<void> => {
  await Promise.all(stores.map(({ pool }) => setPartnerState(pool, partnerId, 'live')))
}
