/** The kits in Python and in Node.js say the same sentence about the same broken input. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { verifyReceipt, verifyStatement, verifyWebhook } from '@wasl/partner-kit'
import { sign } from '@wasl/protocol'
import { describe, expect, test } from 'vitest'
import { KIT, pythonWith, whyLeftOut } from './python.ts'

const API_SECRET = 'wasl_sec_test_0000000000000000000000000000001'
const HMAC_SECRET = 'wasl_hmac_test_000000000000000000000000000002'
const NOW_SECONDS = 1_795_251_600

type Case = {
  body: string
  headers: Record<string, string>
  apiSecret: string | string[]
  hmacSecret: string | string[]
  nowSeconds: number
}

const signed = (body: Buffer, changes: Partial<Case> = {}, name?: string, value = ''): Case => ({
  body: body.toString('base64'),
  headers: {
    authorization: `Bearer ${API_SECRET}`,
    'x-timestamp': String(NOW_SECONDS),
    'x-signature': sign(body, String(NOW_SECONDS), HMAC_SECRET),
    ...(name !== undefined && { [name]: value }),
  },
  apiSecret: API_SECRET,
  hmacSecret: HMAC_SECRET,
  nowSeconds: NOW_SECONDS,
  ...changes,
})

const vectorsOf = (name: string): unknown =>
  JSON.parse(readFileSync(join(KIT, '..', '..', 'protocol', 'vectors', `${name}.json`), 'utf8'))

const events = (vectorsOf('webhook-events') as { body: unknown }[]).map(({ body }) =>
  Buffer.from(JSON.stringify(body)),
)

const event = events[1] ?? Buffer.alloc(0)

const cases: Case[] = [
  ...events.map((body) => signed(body)),
  ...['', 'no', 'Basic x', `Bearer ${API_SECRET}x`, `Bearer ${API_SECRET}, Bearer x`].map((value) =>
    signed(event, {}, 'authorization', value),
  ),
  ...['', '1', '1795251600.0', '1795250000', '1795259999'].map((value) =>
    signed(event, {}, 'x-timestamp', value),
  ),
  ...['', 'x', 'a'.repeat(64), `${'A'.repeat(42)}B`].map((value) =>
    signed(event, {}, 'x-signature', value),
  ),
  ...['', 'x', '[]', '5', '{}', '{"event":5}', '{"event":"later"}', '\u{feff}{}'].map((text) =>
    signed(Buffer.from(text)),
  ),
  signed(Buffer.from([0x7b, 0xff])),
  signed(event, { apiSecret: 'short' }),
  signed(event, { apiSecret: [] }),
  signed(event, { apiSecret: `${API_SECRET}\n` }),
  signed(event, { apiSecret: 'é'.repeat(16) }),
  signed(event, { hmacSecret: API_SECRET }),
  signed(event, { hmacSecret: Array.from({ length: 6 }, () => HMAC_SECRET) }),
]

/** The options have the names of their language. */
const inPython = (sentence: string): string =>
  sentence
    .replaceAll('apiSecret', 'api_secret')
    .replaceAll('hmacSecret', 'hmac_secret')
    .replace('in a Uint8Array or Buffer', 'in bytes or bytearray')

const sentenceOf = (result: { ok: true } | { ok: false; reason: string; message: string }) =>
  result.ok ? 'verified' : inPython(`${result.reason}: ${result.message}`)

const MODULES = ['cryptography']
const python = pythonWith(...MODULES)

const inThePythonKit = (given: readonly unknown[]): string[] => {
  const { stdout, stderr } = spawnSync(python?.command ?? '', [join(KIT, 'tests/sentences.py')], {
    input: JSON.stringify(given),
    encoding: 'utf8',
    env: python?.environment ?? {},
  })
  expect(stderr).toBe('')
  return JSON.parse(stdout) as string[]
}

describe.skipIf(python === null)(`the same sentence${whyLeftOut(python, MODULES)}`, () => {
  test('about every webhook', () => {
    const ours = cases.map(({ body, ...rest }) =>
      sentenceOf(verifyWebhook({ body: Buffer.from(body, 'base64'), ...rest })),
    )
    expect(new Set(ours).size).toBeGreaterThan(40)
    expect(inThePythonKit(cases)).toEqual(ours)
  })

  test('about every receipt', () => {
    const receipts = vectorsOf('receipts') as Parameters<typeof verifyReceipt>[0][]
    const ours = receipts.map((receipt) => sentenceOf(verifyReceipt(receipt)))
    expect(new Set(ours).size).toBe(9)
    expect(inThePythonKit(receipts)).toEqual(ours)
  })

  test('about every statement', async () => {
    type Statement = { manifest: string; previous?: string; fileBase64?: string }
    const { keys, cases: all } = vectorsOf('statement-manifests') as {
      keys: unknown
      cases: Statement[]
    }
    const ours: string[] = []
    const given: unknown[] = []
    for (const { fileBase64, ...links } of all) {
      const file = fileBase64 === undefined ? {} : { file: Buffer.from(fileBase64, 'base64') }
      ours.push(sentenceOf(await verifyStatement({ ...links, ...file, keys })))
      given.push({ ...links, file: fileBase64, keys })
    }
    expect(new Set(ours).size).toBe(11)
    expect(inThePythonKit(given)).toEqual(ours)
  })
})
