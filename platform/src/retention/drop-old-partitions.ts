import type pg from 'pg'
import type { Logger } from 'pino'
import { readKeptFrom, type RetentionConfig } from './kept-from.ts'
import { retain } from './retain.ts'

/** The platform itself, in the audit log. */
const RETENTION = { id: null, name: 'retention', requestId: null }

/** The task runs again in an hour, so it does not wait for a long report. */
const TRIES_MAX = 3

/** The platform's own run of what `npm run platform:retain` does. */
export const dropOldPartitions = async (
  pool: pg.Pool,
  config: RetentionConfig,
  log: Logger,
  isStopping: () => boolean,
): Promise<void> => {
  const dropped = await retain(pool, {
    by: RETENTION,
    keptFrom: await readKeptFrom(pool, config),
    exportDir: config.exportDir,
    isStopping,
    triesMax: TRIES_MAX,
    onKept: (what, reason) => log.warn({ what, reason }, 'old partitions are kept for now'),
  })
  for (const { what, exported } of dropped ?? []) {
    log.info({ what, exported }, 'old partitions were dropped')
  }
}
