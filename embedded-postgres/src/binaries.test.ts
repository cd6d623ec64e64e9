import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, lstatSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { locateBinaries, platformPackage, type PlatformPackage } from './binaries.ts'

const NOBODY = { uid: 65_534, gid: 65_534 }

describe("PostgreSQL's programs", () => {
  let root: string
  let closed: PlatformPackage

  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), `wasl-test-${process.pid}-binaries-`))
    chmodSync(root, 0o755)
    closed = { ...platformPackage(), folder: join(root, 'closed', 'package') }
    mkdirSync(join(root, 'closed'), { mode: 0o700 })
    execFileSync('cp', ['-a', platformPackage().folder, closed.folder])
  })

  afterAll(() => rmSync(root, { recursive: true, force: true }))

  test('are used where they are when we run them ourselves', () => {
    const { postgres, major } = locateBinaries(null, [], closed)
    expect(postgres).toBe(join(closed.folder, 'native', 'bin', 'postgres'))
    expect(major).toBe(18)
  })

  test('get their links and their execution bits back when no install script ran', () => {
    const link = join(closed.folder, 'native', 'lib', 'libecpg.so')
    rmSync(link, { force: true })
    chmodSync(join(closed.folder, 'native', 'bin', 'initdb'), 0o644)
    const { initdb } = locateBinaries(null, [], closed)
    expect(lstatSync(link).isSymbolicLink()).toBe(true)
    expect(execFileSync(initdb, ['--version'], { encoding: 'utf8' })).toContain('18.')
  })

  describe.runIf(process.getuid?.() === 0)('for a user that cannot read the package', () => {
    test('are copied once, whole and readable, under the strictest umask', () => {
      const shelf = join(root, 'shelf')
      const umask = process.umask(0o077)
      const { postgres } = locateBinaries(NOBODY, [shelf], closed)
      process.umask(umask)
      const version = execFileSync(postgres, ['--version'], { ...NOBODY, encoding: 'utf8' })
      expect(version).toContain('PostgreSQL) 18.')
      const { ctimeMs } = lstatSync(postgres)
      expect(locateBinaries(NOBODY, [shelf], closed).postgres).toBe(postgres)
      expect(lstatSync(postgres).ctimeMs).toBe(ctimeMs)
    })

    test('are never taken from a folder that somebody else could have filled', () => {
      const copy = join(root, 'theirs', `postgresql-${closed.version}`)
      mkdirSync(join(copy, 'bin'), { recursive: true })
      writeFileSync(join(copy, 'bin', 'postgres'), '#!/bin/sh\n', { mode: 0o755 })
      chownSync(copy, NOBODY.uid, NOBODY.gid)
      const open = join(root, 'open')
      mkdirSync(open)
      chmodSync(open, 0o777)
      expect(() => locateBinaries(NOBODY, [join(root, 'theirs'), open], closed)).toThrow(
        /can read neither .* nor a copy in .*: use a PostgreSQL of your own/,
      )
    })

    test('are not looked for on a shelf that the user cannot reach', () => {
      const hidden = join(root, 'closed', 'shelf')
      const shelf = join(root, 'second')
      const { postgres } = locateBinaries(NOBODY, [hidden, shelf], closed)
      expect(postgres.startsWith(shelf)).toBe(true)
    })
  })
})
