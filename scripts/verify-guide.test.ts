/** Runs every snippet and command of the guide "Verify a webhook in any language". */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sign, signStandard, unixSeconds } from '@wasl/protocol'
import { Webhook } from 'standardwebhooks'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { LANGUAGES, verdictsOf } from '../examples/test/support/signature-languages.ts'
import { ROOT, guide, runCommands } from './test/guide.ts'
import { isMissing } from './test/languages.ts'

type Vector = {
  bodyBase64: string
  timestamp: string | string[] | null
  signature: string | string[] | null
  secrets: string[]
  nowSeconds: number
  valid?: boolean
}

const vectors = JSON.parse(
  readFileSync(join(ROOT, 'protocol/vectors/signatures.json'), 'utf8'),
) as Vector[]

const API_SECRET = 'wasl_sec_guide_0000000000000000000000000001'
const HMAC_SECRET = 'wasl_hmac_guide_000000000000000000000000001'

const { text, block } = guide('verify-a-webhook.md')
const folder = mkdtempSync(join(tmpdir(), 'wasl-verify-guide-'))

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const joined = (header: string | string[] | null): string | null =>
  Array.isArray(header) ? header.join(', ') : header

const cases = vectors.map((vector) => ({
  ...vector,
  timestamp: joined(vector.timestamp),
  signature: joined(vector.signature),
}))

/** The code that a reader adds around a snippet to make it a file. */
const SNIPPETS = {
  PHP: { words: 'wasl_is_signed', fence: 'php', file: 'wasl.php', before: '<?php\n' },
  Python: { words: 'def is_signed', fence: 'python', file: 'wasl.py', before: '' },
  'Node.js': { words: 'isSigned', fence: 'js', file: 'wasl.js', before: '' },
}

describe.each(LANGUAGES)('the snippet in $name', (language) => {
  const { words, fence, file, before } = SNIPPETS[language.name as keyof typeof SNIPPETS]
  const code = block(fence, words)

  test('is word for word in the example', () => {
    expect(readFileSync(join(language.folder, file), 'utf8')).toContain(code.trimEnd())
  })

  test.skipIf(isMissing(language.command))('judges every published vector rightly', () => {
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    writeFileSync(join(folder, file), before + code)
    const verdicts = verdictsOf({ ...language, folder }, cases)
    expect(verdicts).toEqual(vectors.map(({ valid }) => valid === true))
  })
})

test('the commands print the signature of the guide, which is the one that the platform sends', async () => {
  const { stdout, stderr } = await runCommands(block('sh', 'openssl'))
  expect(stderr).toBe('')
  expect(stdout).toBe(block('text', ''))
  expect(stdout.trim()).toBe(vectors[0]?.signature)
  expect(text).toContain(`X-Signature: ${stdout}`)
})

test('the command prints the secret that a Standard Webhooks library takes', async () => {
  const [hmacSecret = ''] = vectors[0]?.secrets ?? []
  const printed = await runCommands(block('sh', 'whsec_'), { HMAC_SECRET: hmacSecret })
  const [id, timestamp, body] = ['an-event', String(unixSeconds(new Date())), '{"event":"x"}']
  const signature = signStandard(Buffer.from(body), { id, timestamp }, hmacSecret)
  const signed = {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signature,
  }
  expect(new Webhook(printed.stdout.trim()).verify(body, signed)).toEqual({ event: 'x' })
})

test('the snippet with the kit prints the event, or why it was refused', async () => {
  // Inside the repository, so that the import of the kit resolves.
  const cache = join(ROOT, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const file = join(cache, `verify-guide-${process.pid}.ts`)
  writeFileSync(file, block('ts', 'verifyWebhook'))
  try {
    const { check } = (await import(file)) as {
      check: (body: Uint8Array, headers: Record<string, string>) => string
    }
    vi.stubEnv('API_SECRET', API_SECRET)
    vi.stubEnv('HMAC_SECRET', HMAC_SECRET)
    const body = Buffer.from(vectors[0]?.bodyBase64 ?? '', 'base64')
    const timestamp = String(unixSeconds(new Date()))
    const headers = {
      authorization: `Bearer ${API_SECRET}`,
      'x-timestamp': timestamp,
      'x-signature': sign(body, timestamp, HMAC_SECRET),
    }
    expect(check(body, headers)).toBe('payment.success')
    expect(check(Buffer.concat([body, Buffer.from(' ')]), headers)).toMatch(/^wrong_signature: /)
  } finally {
    vi.unstubAllEnvs()
    rmSync(file)
  }
})

test('the doctor names the cause, of a body that was written again too', async () => {
  const { bodyBase64 = '', secrets = [] } = vectors[0] ?? {}
  const body = Buffer.from(bodyBase64, 'base64').toString()
  const ask = async (saved: string) => {
    const file = join(folder, 'webhook.json')
    writeFileSync(file, saved)
    const command = block('sh', 'wasl verify').replace('webhook.json', file)
    return runCommands(command, { HMAC_SECRET: secrets[0] ?? '' })
  }
  // Only its age is wrong, because the guide was written some time ago.
  const right = await ask(body)
  expect(right.status).toBe(1)
  expect(right.stdout).toMatch(/clock|old/)
  const rewritten = await ask(body.replace('599.8', '599.80'))
  expect(rewritten.status).toBe(1)
  expect(rewritten.stdout).toContain('numbers are written differently')
})

test('the guide states the right number of vectors', () => {
  expect(text).toContain(`holds ${vectors.length} cases`)
})
