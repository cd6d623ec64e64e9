import type { HealthReport } from '@wasl/protocol'
import { createMigrationCheck } from '../../database/migrate.ts'
import type { Database } from '../../database/database.ts'
import type { Pipeline } from '../../database/pipeline.ts'
import { isReadOnly } from '../../database/errors.ts'
import { expectPrimary } from '../../database/primary.ts'

/** A database that takes longer to answer cannot serve payments. */
const READY_TIMEOUT_MS = 2_000

/** The connections that a payment uses: to read its channel's key, to open it, to confirm it. */
const PAYING = ['hot', 'opens', 'moves'] as const

export type ReadinessDeps = Pick<Database, 'probes' | (typeof PAYING)[number]>

/**
 * Says in a few words whether payments work now; `ready` when they do. It uses the same connections
 * as a payment, because others may work while these cannot be opened, when the database has no free
 * places. Concurrent callers share one answer.
 */
export const createReadiness = (db: ReadinessDeps): (() => Promise<string>) => {
  const hasMigrations = createMigrationCheck(db.probes)
  const check = async (): Promise<boolean> => {
    const [migrated] = await Promise.all([
      expectPrimary(db.probes).then(hasMigrations),
      ...PAYING.map((lane) => expectPrimary(asClient(db[lane]))),
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
export const createReadinessOf = (cells: readonly ReadyCell[]): (() => Promise<HealthReport>) => {
  const checks = cells.map(({ db }) => createReadiness(db))
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
