import { appendFileSync, mkdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '@wasl/embedded-postgres'
import {
  askAt,
  clusterIn,
  copyRunning,
  giveTo,
  makeCluster,
  makeHome,
  startCluster,
  writeClusterFile,
} from '../../support/own-cluster.ts'
import { until } from '../../support/wait.ts'

/** One of the project's own PostgreSQL, which archives its log into a folder as an operator's does. */
export type ArchivedPostgres = {
  url: string
  /** A base backup of the running server. */
  backUp(): Promise<void>
  /** Gives a moment a name, to which the server can be restored. */
  mark(name: string): Promise<void>
  /** Waits until everything that was written so far is in the archive. */
  archiveAll(): Promise<void>
  /** Stops the server and puts in its place, at the same address, the base backup and the log up to the mark. */
  restoreTo(mark: string): Promise<void>
  close(): Promise<void>
}

/** @param settings more lines of its configuration. */
export const startArchivedPostgres = async (
  settings: readonly string[] = [],
): Promise<ArchivedPostgres> => {
  const home = await makeHome('wasl-archived-')
  const { cluster: first, urlAt } = await makeCluster(home, 'first')
  const copy = clusterIn(home, 'copy')
  const archive = join(home, 'archive')
  mkdirSync(archive)
  giveTo(first, archive)
  const archiving = [...settings, 'archive_mode = on', `archive_command = 'cp %p ${archive}/%f'`]
  appendFileSync(join(first.folder, 'postgresql.conf'), `${archiving.join('\n')}\n`)
  const port = await freePort()
  let server = await startCluster(first, port)
  const url = urlAt(port)
  return {
    url,
    backUp: () => copyRunning(url, first, copy),
    mark: async (name) => void (await askAt(url, `select pg_create_restore_point('${name}')`)),
    archiveAll: () => archiveAll(url),
    async restoreTo(mark) {
      await server.stop()
      const recovery = [
        `restore_command = 'cp ${archive}/%f %p'`,
        `recovery_target_name = '${mark}'`,
        `recovery_target_action = 'promote'`,
        'archive_mode = off',
      ]
      appendFileSync(join(copy.folder, 'postgresql.conf'), `${recovery.join('\n')}\n`)
      writeClusterFile(copy, 'recovery.signal', '')
      server = await startCluster(copy, port)
      await until('the restore to end', async () => {
        const row = await askAt(url, 'select pg_is_in_recovery() as recovering')
        return row?.['recovering'] === false
      })
    },
    async close() {
      await server.stop()
      await rm(home, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Waits until everything that the server at this address has written so far is in its archive. */
export const archiveAll = async (url: string): Promise<void> => {
  const row = await askAt(url, 'select pg_walfile_name(pg_switch_wal()) as file')
  await until('the log to be archived', async () => {
    const archived = await askAt(url, 'select last_archived_wal as file from pg_stat_archiver')
    return String(archived?.['file'] ?? '') >= String(row?.['file'])
  })
}
