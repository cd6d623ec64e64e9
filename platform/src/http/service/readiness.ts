import { PROCESS_ROLES, type HealthReport, type ProcessRole } from '@wasl/protocol'
import { createMigrationCheck } from '../../base/database/migrate.ts'
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

/**
 * Says in a few words whether this process can do its work now; `ready` when it can: with the role `api`,
 * whether payments work. Concurrent callers share one answer.
 */
export const createReadiness = (
  db: ReadinessDeps,
  roles: readonly ProcessRole[],
): (() => Promise<string>) => {
  const lanes = USED[PROCESS_ROLES.find((role) => roles.includes(role)) ?? 'api']
  const hasMigrations = createMigrationCheck(db.probes)
  const check = async (): Promise<boolean> => {
    const [migrated] = await Promise.all([
      expectPrimary(db.probes).then(hasMigrations),
      ...lanes.map((lane) => expectPrimary(asClient(db[lane]))),
    ])
    return migrated
  }
  let underWay: Promise<string> | null = null
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
    const statuses = await Promise.all(
      checks.map(async (check, place) => (cells[place]?.isReady() === true ? check() : NOT_JOINED)),
    )
    const [first = NO_ANSWER] = statuses
    if (cells.length === 1) return { status: first }
    const reports = cells.map(({ name }, place) => ({ cell: name, status: statuses[place] ?? '' }))
    return { status: statuses.find((status) => status === 'ready') ?? first, cells: reports }
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
const READ_ONLY = 'the database is read-only'

const inTime = async (check: () => Promise<boolean>): Promise<string> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(NO_ANSWER), READY_TIMEOUT_MS).unref()
  })
  const answer = check().then(
    (migrated) => (migrated ? 'ready' : 'the database lacks migrations of this release'),
    (error: unknown) => (isReadOnly(error) ? READ_ONLY : NO_ANSWER),
  )
  const status = await Promise.race([answer, late])
  clearTimeout(timer)
  return status
}
