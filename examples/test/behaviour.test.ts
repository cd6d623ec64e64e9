/** What no single run of the certification can see: restarts, copies at once, secrets that change. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeReference, sign, unixSeconds } from '@wasl/protocol'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { EXAMPLES } from './support/examples.ts'
import type { Example } from './support/examples.ts'
import { runExample } from './support/run-example.ts'
import type { Running, Secrets } from './support/run-example.ts'
import { isMissing } from './support/tools.ts'

const SECRETS = {
  apiSecret: 'wasl_sec_example_000000000000000000000000001',
  hmacSecret: 'wasl_hmac_example_00000000000000000000000001',
}

const NEW_SECRETS = {
  apiSecret: 'wasl_sec_example_000000000000000000000000002',
  hmacSecret: 'wasl_hmac_example_00000000000000000000000002',
}

const PAYMENT = '019ab1c2-7c00-7abc-8def-0123000003e9'

let folder: string
let running: Running[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wasl-example-'))
})

afterEach(async () => {
  await Promise.all(running.map(({ stop }) => stop()))
  running = []
  rmSync(folder, { recursive: true, force: true })
})

const start = async (example: Example, secrets: Secrets = SECRETS): Promise<string> => {
  const started = await runExample(example.name, join(folder, 'records'), secrets)
  running.push(started)
  return started.url + example.path
}

const headers = ({ apiSecret }: Secrets) => ({
  authorization: `Bearer ${apiSecret}`,
  'x-timestamp': String(unixSeconds(new Date())),
})

const lookUp = async (url: string, reference: string, secrets: Secrets = SECRETS) => {
  const shown = { headers: headers(secrets) }
  const response = await fetch(`${url}/${encodeReference(reference)}`, shown)
  return { status: response.status, body: await response.json() }
}

const success = (reference: string, paymentId: string, amount: number) => ({
  event: 'payment.success',
  data: {
    reference,
    paymentId,
    amount,
    channel: 'AGENCY',
    currency: 'DZD',
    paidAt: '2026-11-21T09:00:00.000Z',
  },
})

const deliver = async (url: string, event: unknown, secrets: Secrets = SECRETS) => {
  const body = Uint8Array.from(Buffer.from(JSON.stringify(event)))
  const shown = headers(secrets)
  const signature = sign(body, shown['x-timestamp'], secrets.hmacSecret)
  const response = await fetch(`${url}/webhooks/platform`, {
    method: 'POST',
    headers: { ...shown, 'x-signature': signature, 'content-type': 'application/json' },
    body,
  })
  return { status: response.status, body: await response.json() }
}

test('all examples begin with the same references', () => {
  const texts = EXAMPLES.map(({ name }) =>
    readFileSync(join(import.meta.dirname, '..', name, 'references.json'), 'utf8'),
  )
  expect(new Set(texts).size).toBe(1)
})

describe.each(EXAMPLES)('$name', { timeout: 60_000 }, (example) => {
  const without = example.needs !== null && isMissing(example.needs)

  test.skipIf(without)('what was paid stays paid over a restart, and is taken once', async () => {
    let url = await start(example)
    const event = success('CMD-2026-0118', PAYMENT, 599.8)
    expect(await lookUp(url, 'CMD-2026-0118')).toMatchObject({
      status: 200,
      body: { total_amount: 599.8, currency: 'DZD', amount_detail: [], details: [] },
    })
    expect(await deliver(url, event)).toEqual({ status: 200, body: { success: true } })
    await running.pop()?.stop()
    url = await start(example)
    expect(await lookUp(url, 'CMD-2026-0118')).toMatchObject({
      status: 409,
      body: { error: 'ALREADY_PAID' },
    })
    expect(await deliver(url, event)).toEqual({ status: 200, body: { success: true } })
  })

  test.skipIf(without)('eight copies at once are all acknowledged', async () => {
    const url = await start(example)
    const event = success('ECOLE/2026-2027/T1/0342', PAYMENT, 38000)
    const answers = await Promise.all(Array.from({ length: 8 }, () => deliver(url, event)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await lookUp(url, 'ECOLE/2026-2027/T1/0342')).toMatchObject({ status: 409 })
  })

  test.skipIf(without)('money that does not fit the order is not acknowledged', async () => {
    const url = await start(example)
    for (const event of [
      success('CMD-1999-0001', PAYMENT, 10),
      success('CMD-2026-0118', PAYMENT, 599.79),
      success('CMD-2026-0001', PAYMENT, 2500),
    ]) {
      const { status, body } = await deliver(url, event)
      expect(status).toBeGreaterThanOrEqual(500)
      expect(body).toMatchObject({ error: expect.any(String), errorMessage: expect.any(String) })
    }
    // Nothing of it was kept: the right amount is still taken.
    const right = success('CMD-2026-0118', PAYMENT, 599.8)
    expect(await deliver(url, right)).toMatchObject({ status: 200 })
  })

  test.skipIf(without)('while secrets are changed, the old and the new ones hold', async () => {
    const both = {
      apiSecret: `${NEW_SECRETS.apiSecret},${SECRETS.apiSecret}`,
      hmacSecret: `${NEW_SECRETS.hmacSecret}, ${SECRETS.hmacSecret}`,
    }
    const url = await start(example, both)
    for (const secrets of [SECRETS, NEW_SECRETS]) {
      expect(await lookUp(url, '100%', secrets)).toMatchObject({ status: 200 })
      const event = success('100%', PAYMENT, 100)
      expect(await deliver(url, { ...event, event: 'payment.fail' }, secrets)).toMatchObject({
        status: 200,
      })
    }
    const all = { apiSecret: both.apiSecret, hmacSecret: SECRETS.hmacSecret }
    expect(await lookUp(url, '100%', all)).toMatchObject({ status: 401 })
  })
})
