import type pg from 'pg'
import type { Logger } from 'pino'
import { readKeptFrom, type RetentionConfig } from './kept-from.ts'
import { retain, type KeptFrom } from './retain.ts'
import { BOOKS, readPeriods } from './tables.ts'

/** The platform itself, in the audit log. */
const RETENTION = { id: null, name: 'retention', requestId: null }

/** The task runs again in an hour, so it does not wait for a long report. */
const TRIES_MAX = 3

/** @returns the platform's own run of what `npm run platform:retain` does. */
export const createPartitionDropper = (
  pool: pg.Pool,
  config: RetentionConfig,
  log: Logger,
): ((isStopping: () => boolean) => Promise<void>) => {
  let isTold = false
  return async (isStopping) => {
    const keptFrom = await readKeptFrom(pool, config)
    if (config.exportDir === null && !isTold && (await haveOldBooks(pool, keptFrom))) {
      isTold = true
      log.warn(
        { keepBooksMonths: config.keepBooksMonths },
        'old months of the books are kept, because WASL_EXPORT_DIR is not set',
      )
    }
    await dropOldPartitions(pool, { ...config, keptFrom }, log, isStopping)
  }
}

const haveOldBooks = async (pool: pg.Pool, { books }: KeptFrom): Promise<boolean> => {
  const [oldest] = await readPeriods(pool, BOOKS)
  return oldest !== undefined && books !== null && oldest.period < books
}

const dropOldPartitions = async (
  pool: pg.Pool,
  { keptFrom, exportDir }: { keptFrom: KeptFrom; exportDir: string | null },
  log: Logger,
  isStopping: () => boolean,
): Promise<void> => {
  const dropped = await retain(pool, {
    by: RETENTION,
    keptFrom,
    exportDir,
    isStopping,
    triesMax: TRIES_MAX,
    onKept: (what, reason) => log.warn({ what, reason }, 'old partitions are kept for now'),
  })
  for (const { what, exported } of dropped ?? []) {
    log.info({ what, exported }, 'old partitions were dropped')
  }
}
