import { startEmbeddedPostgres } from './embedded-postgres.ts'
import type { Log } from './log.ts'

/** The server of DATABASE_URL, which is its operator's, or without one the embedded server (D23). */
export const databaseServer = (
  { databaseUrl, dataDir }: { databaseUrl: string | undefined; dataDir: string },
  log: Log,
): Promise<{ url: string; stop(): Promise<void> }> =>
  databaseUrl === undefined
    ? startEmbeddedPostgres({ dataDir, log })
    : Promise.resolve({ url: databaseUrl, stop: () => Promise.resolve() })
