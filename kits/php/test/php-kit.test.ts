/** PHPUnit, the syntax of all files, Composer's manifest, and the certification of each adapter. */
import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CHECKS, certify, toText } from '@wasl/conformance'
import { afterAll, describe, expect, test } from 'vitest'
import { REFERENCES } from '../../../examples/test/support/examples.ts'
import { ADAPTERS, serve } from './serve.ts'
import { hasExtension, hasProgram, hasPhpFile, leftOut } from './tools.ts'

const KIT = join(import.meta.dirname, '..')

const hasPhp = hasProgram('php') && hasExtension('pdo_sqlite') && hasExtension('sodium')
const hasPhpunit = hasPhp && hasProgram('phpunit')
const hasComposer = hasProgram('composer')

const run = (command: string, ...args: string[]): { status: number | null; printed: string } => {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: KIT, encoding: 'utf8' })
  return { status, printed: stdout + stderr }
}

leftOut(hasPhpunit, 'the tests of the PHP kit: install php-cli php-sqlite3 phpunit')
leftOut(hasComposer, 'the check of its composer.json: install composer')

describe('the PHP kit', () => {
  test.skipIf(!hasPhpunit)('passes its own tests, none skipped', () => {
    const { status, printed } = run('phpunit', '--exclude-group', 'servers')
    expect(status, printed).toBe(0)
    expect(printed).toMatch(/^OK \([45]\d\d tests, \d+ assertions\)$/m)
  })

  test.skipIf(!hasPhp)('has only files that PHP can parse', () => {
    const files = globSync('**/*.php', { cwd: KIT })
    expect(files.length).toBeGreaterThan(60)
    const broken = files.filter((file) => run('php', '-l', file).status !== 0)
    expect(broken).toEqual([])
  })

  test.skipIf(!hasComposer)('has a manifest that Composer accepts', () => {
    const { status, printed } = run('composer', 'validate', '--strict', '--no-interaction')
    expect(status, printed).toBe(0)
  })
})

describe.each(ADAPTERS)('the adapter $name', ({ name, script, needs }) => {
  const isThere = hasPhp && needs.every(hasPhpFile)
  leftOut(isThere, `the certification of the adapter ${name}: its framework is missing`)
  const folder = mkdtempSync(join(tmpdir(), 'wasl-php-kit-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test.skipIf(!isThere)('passes every check of the certification', async () => {
    const apiSecret = ['wasl_sec_kit_000000000000000001', 'wasl_sec_kit_000000000000000002']
    const hmacSecret = ['wasl_hmac_kit_00000000000000001', 'wasl_hmac_kit_00000000000000002']
    const server = await serve(script, {
      API_SECRET: apiSecret.join(','),
      HMAC_SECRET: hmacSecret.join(','),
      DATA_FILE: join(folder, 'records'),
    })
    try {
      const report = await certify({
        apiUrl: `${server.origin}/payments`,
        apiSecret,
        hmacSecret,
        references: REFERENCES,
      })
      expect(report.summary, toText(report) + server.printed()).toMatchObject({
        total: CHECKS.length,
        failed: 0,
        skipped: 0,
        warned: 0,
        conforms: true,
      })
    } finally {
      await server.stop()
    }
  })
})
