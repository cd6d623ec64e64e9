import {
  PROCESS_ROLES,
  type HealthReport,
  type ProcessRole,
  type SchemaReport,
} from '@wasl/protocol'
import { createMigrationCheck, type SchemaState } from '../../base/database/schema-state.ts'
import type { Database } from '../../base/database/database.ts'
import type { Pipeline } from '../../base/database/pipeline.ts'
import { isReadOnly } from '../../base/database/errors.ts'
import { expectPrimary } from '../../base/database/primary.ts'

/** A database that takes longer to answer cannot serve payments. */
const READY_TIMEOUT_MS = 2_000

/**
 * The connections that the first of a process's roles uses. For a payment: to read its channel's key, to
 * open it, to confirm it. Others may work while these cannot be opened, when the database has no free
 * places.
 */
const USED = {
  api: ['hot', 'opens', 'moves'],
  dispatch: ['claims', 'results'],
  periodic: ['notes', 'hot'],
} as const satisfies Record<ProcessRole, readonly (keyof Database)[]>

export type ReadinessDeps = Pick<Database, 'probes' | (typeof USED)[ProcessRole][number]>

type Readiness = {
  /** In a few words; `ready` when it can do its work. */
  status: string
  /** Which schema it runs on; absent when the database did not say so. */
  schema?: SchemaReport
}

/**
 * Says whether this process can do its work now: with the role `api`, whether payments work. Concurrent
 * callers share one answer.
 */
export const createReadiness = (
  db: ReadinessDeps,
  roles: readonly ProcessRole[],
): (() => Promise<Readiness>) => {
  const lanes = USED[PROCESS_ROLES.find((role) => roles.includes(role)) ?? 'api']
  const readSchema = createMigrationCheck(db.probes)
  const check = async (): Promise<SchemaState> => {
    const [schema] = await Promise.all([
      expectPrimary(db.probes).then(readSchema),
      ...lanes.map((lane) => expectPrimary(asClient(db[lane]))),
    ])
    return schema
  }
  let underWay: Promise<Readiness> | null = null
  return () => {
    underWay ??= inTime(check).finally(() => (underWay = null))
    return underWay
  }
}

export type ReadyCell = { name: string; isReady(): boolean; db: ReadinessDeps }

/** The same of each cell. A process is ready while it can serve the partners of one of them. */
export const createReadinessOf = (
  cells: readonly ReadyCell[],
  roles: readonly ProcessRole[],
): (() => Promise<HealthReport>) => {
  const checks = cells.map(({ db }) => createReadiness(db, roles))
  return async () => {
    const reports = await Promise.all(
      checks.map(async (check, place) =>
        cells[place]?.isReady() === true ? check() : { status: NOT_JOINED },
      ),
    )
    const [first = { status: NO_ANSWER }] = reports
    if (cells.length === 1) return first
    return {
      status: (reports.find(({ status }) => status === 'ready') ?? first).status,
      cells: reports.map((report, place) =>
        Object.assign({ cell: cells[place]?.name ?? '' }, report),
      ),
    }
  }
}

const NOT_JOINED = 'the cell was away when this process started, and is not joined yet'

const asClient = (lane: Pipeline) =>
  ({
    query: async (text: string) => ({
      rows: await lane.query({ name: 'ready', text, values: [] }),
    }),
  }) as unknown as Parameters<typeof expectPrimary>[0]

const NO_ANSWER = 'the database does not answer'
const LACKS_MIGRATIONS = 'the database lacks migrations of this release'
const READ_ONLY = 'the database is read-only'

const inTime = async (check: () => Promise<SchemaState>): Promise<Readiness> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Readiness>((resolve) => {
    timer = setTimeout(() => resolve({ status: NO_ANSWER }), READY_TIMEOUT_MS).unref()
  })
  const answer = check().then(
    ({ isWhole, ...schema }) => ({ status: isWhole ? 'ready' : LACKS_MIGRATIONS, schema }),
    (error: unknown) => ({ status: isReadOnly(error) ? READ_ONLY : NO_ANSWER }),
  )
  const readiness = await Promise.race([answer, late])
  clearTimeout(timer)
  return readiness
}
