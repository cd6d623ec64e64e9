import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { databaseServer } from './database-server.ts'

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

describe('a start without DATABASE_URL', () => {
  let folder: string

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), `wasl-test-${process.pid}-server-`))
  })

  afterEach(() => rmSync(folder, { recursive: true }))

  test('says that the data directory cannot be made, and names its variable', async () => {
    writeFileSync(join(folder, 'a-file'), '')
    const dataDir = join(folder, 'a-file', 'data')
    await expect(databaseServer({ databaseUrl: undefined, dataDir }, log)).rejects.toThrow(
      /^WASL_DATA_DIR: the folder .*a-file\/data cannot be made: .+\.$/,
    )
  })

  test('names the variables that help when the embedded PostgreSQL cannot start', async () => {
    mkdirSync(join(folder, 'postgres'))
    writeFileSync(join(folder, 'postgres', 'PG_VERSION'), '17\n')
    await expect(databaseServer({ databaseUrl: undefined, dataDir: folder }, log)).rejects.toThrow(
      /was made by PostgreSQL 17, .*, or set WASL_DATA_DIR to another folder\.$/,
    )
  })
})
