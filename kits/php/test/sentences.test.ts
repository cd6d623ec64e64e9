/** The kits in PHP and in Node.js say the same sentence about the same broken webhook. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { verifyWebhook } from '@wasl/partner-kit'
import { sign } from '@wasl/protocol'
import { expect, test } from 'vitest'
import { hasExtension, leftOut } from './tools.ts'

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

const vectors = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../protocol/vectors/webhook-events.json'), 'utf8'),
) as { body: unknown }[]

const events = vectors.map(({ body }) => Buffer.from(JSON.stringify(body)))

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

const sentenceOf = ({ body, ...rest }: Case): string => {
  const result = verifyWebhook({ body: Buffer.from(body, 'base64'), ...rest })
  return result.ok ? 'verified' : `${result.reason}: ${result.message}`
}

const isThere = hasExtension('sodium')
leftOut(isThere, 'the comparison of the sentences of the PHP kit: install php-cli')

test.skipIf(!isThere)('about every broken webhook', () => {
  const script = join(import.meta.dirname, 'adapters', 'sentences.php')
  const { stdout, stderr } = spawnSync('php', [script], {
    input: JSON.stringify(cases),
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  const sentences = cases.map(sentenceOf)
  expect(JSON.parse(stdout)).toEqual(sentences)
  expect(new Set(sentences).size).toBeGreaterThan(40)
})
