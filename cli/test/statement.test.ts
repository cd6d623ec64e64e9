/** `wasl statement` on the published vectors, once as a separate process. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROOT, wasl, waslProcess } from './support/wasl.ts'

type Case = {
  name: string
  manifest: string
  previous?: string
  fileBase64?: string
  refusal?: string
}

const { keys, cases, chains } = JSON.parse(
  readFileSync(join(ROOT, 'protocol/vectors/statement-manifests.json'), 'utf8'),
) as { keys: unknown; cases: Case[]; chains: { name: string; manifests: string[] }[] }

const vector = (name: string): Case => {
  const found = cases.find((one) => one.name === name)
  if (found === undefined) throw new Error(`there is no vector ${name}`)
  return found
}

let folder = ''
const at = (name: string): string => join(folder, name)

/** Writes the files of a vector; returns the arguments that check it. */
const argsOf = ({ manifest, previous, fileBase64 }: Case, file?: Buffer): string[] => {
  writeFileSync(at('manifest.jws'), manifest)
  const json = vector('with the JSON document').fileBase64 ?? ''
  writeFileSync(at('file'), file ?? Buffer.from(fileBase64 ?? json, 'base64'))
  const args = ['statement', 'verify', at('file'), '--manifest', at('manifest.jws')]
  if (previous === undefined) return args
  writeFileSync(at('previous.jws'), previous)
  return [...args, '--previous', at('previous.jws')]
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'wasl-statement-'))
  writeFileSync(at('keys.json'), JSON.stringify(keys))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const withKeys = (args: string[]): string[] => [...args, '--keys', at('keys.json')]

/** A process takes a second to start, and longer on a busy machine. */
describe('wasl statement', () => {
  test('says that a document is the signed one, and what was signed', async () => {
    const args = withKeys(argsOf({ ...vector('with the manifest before') }))
    const { code, out, err } = await waslProcess(args)
    expect([code, err]).toEqual([0, ''])
    expect(out).toContain('✓ This is the JSON document that the platform signed.')
    for (const part of ['1001-2026-0002', 'prt_1001', '9821.50 DZD', 'https://pay.example.dz']) {
      expect(out).toContain(part)
    }
  })

  test.each([
    'one byte of the document changed',
    'the net changed',
    'a revoked key, though it signed before that',
    'another manifest before',
  ])('refuses by name: %s', async (name) => {
    const { code, out } = await wasl(withKeys(argsOf(vector(name))))
    expect(out).toMatch(new RegExp(`^✗ .*\\[${vector(name).refusal}\\]\n$`))
    expect(code).toBe(1)
  })

  test('answers with JSON, and reads the document from the standard input', async () => {
    const args = withKeys(argsOf(vector('with the CSV document')))
    args[2] = '-'
    const input = readFileSync(at('file'))
    const { code, out } = await wasl([...args, '--json'], { input })
    expect(JSON.parse(out)).toMatchObject({ ok: true, format: 'csv', manifest: { net: 9821.5 } })
    expect(code).toBe(0)
  })

  test('takes the keys from the platform that the environment names', async () => {
    const asked: (string | undefined)[] = []
    const server = createServer((request, response) => {
      asked.push(request.url)
      response.end(JSON.stringify(keys))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const { code } = await wasl(argsOf(vector('alone')), { env: { WASL_URL: url } })
    server.close()
    expect([code, asked]).toEqual([0, ['/.well-known/wasl-keys']])
  })

  test('fetches no keys without encryption, and says what is missing', async () => {
    const args = argsOf(vector('alone'))
    const plain = await wasl([...args, '--keys', 'http://pay.example.dz'])
    expect([plain.code, plain.err]).toEqual([2, expect.stringContaining('over https only')])
    const none = await wasl(args)
    expect([none.code, none.err]).toEqual([2, expect.stringContaining('Which platform’s keys?')])
    const dead = await wasl([...args, '--keys', 'http://127.0.0.1:1'])
    expect(dead.code).toBe(3)
    const lost = await wasl(withKeys(['statement', 'verify', at('lost'), '--manifest', at('file')]))
    expect(lost.code).toBe(2)
  })

  test('checks that manifests follow each other', async () => {
    const manifests = chains.find(({ name }) => name === 'two manifests')?.manifests ?? []
    const files = manifests.map((manifest, index) => {
      writeFileSync(at(`${index}.jws`), manifest)
      return at(`${index}.jws`)
    })
    const right = await wasl(withKeys(['statement', 'chain', ...files]))
    expect([right.code, right.out]).toEqual([0, '✓ 2 manifests follow each other.\n'])
    const wrong = await wasl(withKeys(['statement', 'chain', ...files.toReversed()]))
    expect(wrong.code).toBe(1)
    expect(wrong.out).toContain('[wrong_previous]')
  })
})
