import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@wasl/embedded-postgres'
import pg from 'pg'
import type { Cleanup } from './cleanup.ts'

/** Another embedded server, with settings that a server has from its start on. */
export const startSetPostgres = async (
  cleanup: Cleanup,
  settings: readonly string[],
): Promise<string> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'wasl-bench-set-'))
  cleanup.add(() => rmSync(dataDir, { recursive: true, force: true }))
  const log = { info: () => undefined, warn: console.error, error: console.error }
  const first = await startEmbeddedPostgres({ dataDir, log })
  for (const setting of settings) await query(first.url, `alter system set ${setting}`)
  await first.stop()
  const server = await startEmbeddedPostgres({ dataDir, log })
  cleanup.add(() => server.stop())
  return server.url
}

/** One query on a connection of its own. */
export const query = async <Result extends pg.QueryResultRow>(
  url: string,
  text: string,
): Promise<Result[]> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Result>(text)).rows
  } finally {
    await client.end()
  }
}
