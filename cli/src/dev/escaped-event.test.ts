import type { OutboundRequest, OutboundResult } from '@wasl/platform'
import { sign } from '@wasl/protocol'
import { expect, test } from 'vitest'
import { tryEscapedEvent } from './escaped-event.ts'

const partner = { apiSecret: 'wasl_sec_of_the_test', hmacSecret: 'whsec_of_the_test' }

const answer = (status: number, body: string): OutboundResult => ({
  ok: true,
  status,
  headers: { 'content-type': 'application/json', 'retry-after': undefined },
  body: Buffer.from(body),
  durationMs: 1,
})

const acknowledged = answer(200, '{"success":true}')

/** A server that verifies what `read` makes of the body. */
const verifying =
  (read: (body: string) => string) =>
  ({ body, headers }: OutboundRequest): Promise<OutboundResult> => {
    const signature = sign(
      Buffer.from(read(String(body))),
      headers['x-timestamp'] ?? '',
      partner.hmacSecret,
    )
    const isRight = signature === headers['x-signature']
    return Promise.resolve(isRight ? acknowledged : answer(401, '{"error":"UNAUTHORIZED"}'))
  }

const tried = (send: (request: OutboundRequest) => Promise<OutboundResult>) =>
  tryEscapedEvent({ send, webhookUrl: 'http://127.0.0.1:1/webhooks', partner })

test('a server that verifies the raw bytes is praised once', async () => {
  expect(await tried(verifying((body) => body))).toMatchObject({ ok: true })
})

test('a server that verifies JSON which it wrote again is told so', async () => {
  const written = await tried(verifying((body) => JSON.stringify(JSON.parse(body))))
  expect(written).toMatchObject({ ok: false })
  expect(written?.['remedy']).toContain('Verify the bytes as they arrived')
})

test('a server that refuses both events is told nothing: the cause is another one', async () => {
  expect(await tried(() => Promise.resolve(answer(404, '')))).toBeNull()
})
