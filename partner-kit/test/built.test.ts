/** The kit as partners get it: built by tsc, on the system's Node, with nothing of ours around. */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const here = fileURLToPath(new URL('.', import.meta.url))
const directory = mkdtempSync(join(tmpdir(), 'wasl-built-kit-'))

/** The Node that runs these tests, and the system's own, which may be older (20 at least). */
function nodes(): string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const system = folders
    .filter((folder) => !folder.includes('node_modules'))
    .map((folder) => join(folder, 'node'))
    .find((path) => existsSync(path))
  return system === undefined ? [process.execPath] : [process.execPath, system]
}

function run(node: string, args: string[], cwd: string) {
  return spawnSync(node, args, { cwd, encoding: 'utf8', timeout: 60_000 })
}

beforeAll(() => {
  const built = run(process.execPath, [join(root, 'partner-kit/scripts/build.ts'), directory], root)
  expect(built.stderr + built.stdout).toBe('')
  const modules = join(directory, 'node_modules')
  mkdirSync(join(modules, '@wasl'), { recursive: true })
  for (const name of ['partner-kit', 'protocol']) {
    cpSync(join(directory, name), join(modules, '@wasl', name), { recursive: true })
  }
  for (const name of ['zod', '@types']) {
    symlinkSync(join(root, 'node_modules', name), join(modules, name))
  }
  for (const name of ['consumer.mjs', 'consumer-types.mts']) {
    cpSync(join(here, name), join(directory, name))
  }
}, 60_000)

afterAll(() => {
  rmSync(directory, { recursive: true, force: true })
})

describe('the built kit', () => {
  test.each(nodes())('runs on %s', (node) => {
    const { stdout, stderr } = run(node, ['consumer.mjs'], directory)
    expect(stderr).toBe('')
    const { node: version, ...seen } = JSON.parse(stdout) as { node: string }
    expect(Number(version.split('.')[0])).toBeGreaterThanOrEqual(20)
    const refused = { status: 401, body: { error: 'UNAUTHORIZED' } }
    expect(seen).toMatchObject({
      found: { status: 200, body: { reference: 'INV-1', total_amount: 599.8, details: [] } },
      missing: { status: 404, body: { error: 'NOT_FOUND' } },
      stranger: refused,
      forged: refused,
      delivered: { status: 200, body: { success: true } },
      again: { status: 200, body: { success: true } },
      runs: 1,
    })
  })

  test('its types are right for a strict TypeScript consumer', () => {
    const options = '--noEmit --strict --module nodenext --target es2022 --types node'.split(' ')
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    const checked = run(process.execPath, [tsc, ...options, 'consumer-types.mts'], directory)
    expect(checked.stdout + checked.stderr).toBe('')
  })
})
