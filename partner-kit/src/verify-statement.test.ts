import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  statementRefusalMessage,
  verifyStatement,
  verifyStatementChain,
} from './verify-statement.ts'

type Case = {
  name: string
  manifest: string
  previous?: string
  fileBase64?: string
  format?: string
  refusal?: string
}
type Chain = { name: string; manifests: string[]; index?: number; refusal?: string }

const vectors = new URL('../../protocol/vectors/statement-manifests.json', import.meta.url)
const { keys, cases, chains } = JSON.parse(readFileSync(vectors, 'utf8')) as {
  keys: unknown
  cases: Case[]
  chains: Chain[]
}

const inBytes = async function* (bytes: Uint8Array) {
  for (const byte of bytes) yield Uint8Array.of(byte)
}

describe('verifyStatement', () => {
  test.each(cases)('$name', async ({ manifest, previous, fileBase64, format, refusal }) => {
    const file = fileBase64 === undefined ? undefined : Buffer.from(fileBase64, 'base64')
    const expected =
      refusal === undefined
        ? { ok: true, format: format ?? null }
        : { ok: false, reason: refusal, message: statementRefusalMessage(refusal as 'wrong_type') }
    const rest = { keys, ...(previous !== undefined && { previous }) }
    const whole = { manifest, ...rest, ...(file && { file }) }
    expect(await verifyStatement(whole)).toMatchObject(expected)
    const streamed = {
      manifest: Buffer.from(manifest),
      ...rest,
      ...(file && { file: inBytes(file) }),
    }
    expect(await verifyStatement(streamed)).toMatchObject(expected)
  })

  test.each(chains)('a chain: $name', ({ manifests, index, refusal }) => {
    expect(verifyStatementChain(manifests, keys)).toMatchObject(
      refusal === undefined
        ? { ok: true, manifests: manifests.map(() => ({ issuer: 'https://pay.example.dz' })) }
        : { ok: false, index, reason: refusal },
    )
  })

  test('what is not the published keys is refused by name', async () => {
    for (const wrong of [undefined, null, {}, { keys: [] }, 'text']) {
      expect(await verifyStatement({ manifest: 'x', keys: wrong })).toMatchObject({
        ok: false,
        reason: 'unusable_keys',
      })
      expect(verifyStatementChain([], wrong)).toMatchObject({ reason: 'unusable_keys' })
    }
  })

  // Node.js 20 does not run TypeScript.
  const runs = Boolean(process.features.typescript)

  test.runIf(runs)('the example of the README verifies a downloaded file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'wasl-kit-'))
    const at = (name: string): string => join(folder, name)
    const vector = cases.find(({ name }) => name === 'with the CSV document')
    writeFileSync(at('keys.json'), JSON.stringify(keys))
    writeFileSync(at('statement.jws'), vector?.manifest ?? '')
    const example = join(import.meta.dirname, '../examples/statement.ts')
    const run = (csv: Buffer) => {
      writeFileSync(at('statement.csv'), csv)
      const args = [example, at('statement.csv'), at('statement.jws')]
      const env = { PATH: process.env['PATH'], KEYS_FILE: at('keys.json') }
      return spawnSync(process.execPath, args, { env, encoding: 'utf8' })
    }
    const csv = Buffer.from(vector?.fileBase64 ?? '', 'base64')
    expect(run(csv).stdout).toBe('1001-2026-0002 2026-11-01 2026-11-15 9821.5 DZD\n')
    expect(run(Buffer.concat([csv, Buffer.from('\n')])).stderr).toMatch(/^altered_file /)
    rmSync(folder, { recursive: true })
  })
})
