import { randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readMasterKeys } from './master-key.ts'

describe('the master key', () => {
  let folder: string
  let warnings: string[]
  const log = {
    info: () => undefined,
    warn: (message: string) => void warnings.push(message),
    error: () => undefined,
  }
  const read = (masterKey?: Buffer, previousMasterKeys: Buffer[] = []) =>
    readMasterKeys({ dataDir: join(folder, 'data'), masterKey, previousMasterKeys }, log)

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), `wasl-test-${process.pid}-master-key-`))
    warnings = []
  })

  afterEach(() => rm(folder, { recursive: true, force: true }))

  test('is made once, with a warning, for nobody else to read', async () => {
    const { current } = read()
    expect(current).toHaveLength(32)
    expect(warnings).toHaveLength(1)
    const file = join(folder, 'data', 'master-key')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(read().current).toEqual(current)
    expect(warnings).toHaveLength(1)
    expect(await readdir(join(folder, 'data'))).toEqual(['master-key'])
  })

  test('is closed again when somebody opened its file to others', async () => {
    read()
    const file = join(folder, 'data', 'master-key')
    await chmod(file, 0o644)
    read()
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  test('is read where nothing can be written any more', async () => {
    const { current } = read()
    // Nobody can create a draft of a key in this place.
    await mkdir(join(folder, 'data', `master-key.${process.pid}`))
    expect(read().current).toEqual(current)
  })

  test('that cannot be made stops the start with a sentence that names the variable', async () => {
    await mkdir(join(folder, 'data', `master-key.${process.pid}`), { recursive: true })
    expect(() => read()).toThrow(/^WASL_DATA_DIR: the file .* cannot be made or used: .*EISDIR/)
  })

  test('of the configuration leaves the data directory alone', async () => {
    const masterKey = randomBytes(32)
    const previous = [randomBytes(32)]
    expect(read(masterKey, previous)).toEqual({ current: masterKey, previous })
    expect(await readdir(folder)).toEqual([])
  })

  test('is never replaced when its file was damaged', async () => {
    read()
    const file = join(folder, 'data', 'master-key')
    await writeFile(file, 'c2hvcnQ=\n')
    expect(() => read()).toThrow(/expected 32 bytes in base64, received 5 bytes/)
  })

  test('is not replaced for a database that another key sealed', async () => {
    await mkdir(join(folder, 'data', 'postgres'), { recursive: true })
    expect(() => read()).toThrow(/master-key is missing/)
    expect(await readdir(join(folder, 'data'))).toEqual(['postgres'])
  })
})
