import { resolve } from 'node:path'
import type * as Embedded from '@wasl/embedded-postgres'
import { makeFolder } from '../files/make-folder.ts'
import { ANOTHER_FOLDER, OWN_SERVER, StartProblem } from '../start-problem.ts'
import type { Log } from './log.ts'

/**
 * The server of DATABASE_URL, which its operator runs; without DATABASE_URL the embedded one (D23).
 */
export const databaseServer = async (
  {
    databaseUrl,
    dataDir,
    asCell = false,
  }: { databaseUrl: string | undefined; dataDir: string; asCell?: boolean },
  log: Log,
): Promise<{ url: string; stop(): Promise<void> }> => {
  if (databaseUrl !== undefined) return { url: databaseUrl, stop: () => Promise.resolve() }
  const embedded = await loadEmbedded()
  try {
    return await embedded.startEmbeddedPostgres({ dataDir: madeFolder(dataDir), log, asCell })
  } catch (error) {
    if (!(error instanceof embedded.EmbeddedPostgresProblem)) throw error
    throw inWordsOfSettings(error, embedded)
  }
}

/** Loaded only where it is needed, because a production release contains no PostgreSQL. */
const loadEmbedded = async (): Promise<typeof Embedded> => {
  try {
    return await import('@wasl/embedded-postgres')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new StartProblem({ problem: 'This release carries no PostgreSQL' }, [OWN_SERVER], {
      cause: error,
    })
  }
}

const madeFolder = (dataDir: string): string => {
  const folder = resolve(dataDir)
  try {
    makeFolder(folder)
    return folder
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartProblem(
      { setting: 'WASL_DATA_DIR', problem: `the folder ${folder} cannot be made: ${reason}` },
      [],
      { cause: error },
    )
  }
}

const inWordsOfSettings = (
  { problem, remedies, cause }: Embedded.EmbeddedPostgresProblem,
  embedded: typeof Embedded,
): StartProblem => {
  const ways = remedies.map((remedy) => {
    if (remedy === embedded.ANOTHER_FOLDER) return ANOTHER_FOLDER
    return remedy === embedded.OWN_SERVER ? OWN_SERVER : remedy
  })
  return new StartProblem({ problem }, ways, { cause })
}
