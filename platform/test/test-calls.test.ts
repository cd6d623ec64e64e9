import { testCall, webhookEventSchema } from '@wasl/protocol'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { startPartner, type PartnerServer } from './support/partner.ts'
import { startTestPlatform } from './support/platform.ts'
import { expectRefusal, useScene } from './support/scene.ts'

const scene = useScene()

const asOperator = (path: string, body?: unknown) =>
  scene.platform.call('POST', `/operator/v1/partners/${scene.partner.partnerId}${path}`, {
    key: scene.platform.operatorKey,
    ...(body !== undefined && { body }),
  })

const asPartner = (path: string, body?: unknown) =>
  scene.platform.call('POST', `/partner/webhooks/v1${path}`, {
    key: scene.partner.apiKey,
    ...(body !== undefined && { body }),
  })

// Each story has the six tests of a minute for itself.
beforeEach(() => scene.platform.clock.advance(61))

describe('a test webhook', () => {
  test('is signed, says that it is a test, and tells of no payment that exists', async () => {
    const { status, body } = await asOperator('/webhook-test')
    expect([status, testCall.parse(body)]).toEqual([200, body])
    expect(body).toMatchObject({
      outcome: 'acknowledged',
      isExpected: true,
      problem: null,
      secrets: 'current',
      responseBody: '{"success":true}',
    })
    const event = webhookEventSchema.parse(JSON.parse(body.sentBody))
    expect(event).toMatchObject({ event: 'payment.fail', data: { test: true, amount: 1 } })
    const { reference, paymentId } = event.data
    expect(reference).toMatch(/^WASL-TEST-/)
    // It came as every webhook does: the scene's end checks the signature and the secret.
    const came = await scene.server.webhooksArrived(reference, 1)
    expect(came.map(({ body: bytes }) => bytes.toString())).toEqual([body.sentBody])
    const { rows } = await scene.platform.pool.query(
      `select from payments where payment_id = $1
      union all
      select from webhook_events where event_id_of(event_id, 0) = $1`,
      [paymentId],
    )
    expect(rows).toEqual([])
    expect((await scene.platform.status(scene.partner, reference)).body.stage).toBe('not_found')
  })

  test('shows what is wrong with the answer, without the secret in it', async () => {
    const { apiSecret } = scene.partner
    scene.server.onWebhook(() => ({ status: 500, body: `Bearer ${apiSecret} failed` }))
    try {
      const { body } = await asPartner('/webhook-test')
      expect(body).toMatchObject({
        outcome: 'http_status',
        status: 500,
        isExpected: false,
        problem: expect.stringContaining('the partner answered HTTP 500'),
        responseBody: 'Bearer [secret] failed',
      })
    } finally {
      scene.server.onWebhook(() => undefined)
    }
  })

  test('is sent six times within a minute, also when all are asked for at once', async () => {
    const answers = await Promise.all(Array.from({ length: 9 }, () => asPartner('/webhook-test')))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(3)
    for (const answer of refused) {
      expectRefusal(answer, 'TEST429_TOO_MANY')
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expectRefusal(await asOperator('/webhook-test'), 'TEST429_TOO_MANY')
  })
})

describe('a test of addresses', () => {
  const servers: PartnerServer[] = []
  afterAll(() => Promise.all(servers.map((server) => server.close())))

  test('looks a reference up at the saved address, and one that does not exist without it', async () => {
    const { body } = await asPartner('/address-test', { reference: 'FAC/2026-04417' })
    expect(body.lookup).toMatchObject({ status: 200, isExpected: true, secrets: 'current' })
    expect(body.lookup.url).toBe(`${scene.server.apiUrl}/FAC%2F2026-04417`)
    expect(body.webhook).toMatchObject({ outcome: 'acknowledged', isExpected: true })
    scene.server.onLookup(() => ({ status: 200, body: { reference: 'another' } }))
    try {
      const wrong = await asOperator('/address-test')
      expect(wrong.body.lookup).toMatchObject({ isExpected: false, problem: expect.any(String) })
    } finally {
      scene.server.onLookup(() => undefined)
    }
  })

  test('reads as much of an answer as a lookup of a payment does', async () => {
    const details = [{ key: 'note', value: 'n' }]
    const reference = 'FAC/LONG'
    const body = { reference, total_amount: 10, currency: 'DZD', amount_detail: [], details }
    const padding = 'x'.repeat(100 * 1024)
    scene.server.onLookup(() => ({ status: 200, body: { ...body, padding } }), reference)
    const tested = await asPartner('/address-test', { reference })
    expect(tested.body.lookup).toMatchObject({ status: 200, isExpected: true, problem: null })
    expect((await scene.platform.open(scene.channel, scene.partner, reference)).status).toBe(201)
  })

  test('sends made-up secrets to another host, which must refuse them', async () => {
    const other = await startPartner()
    servers.push(other)
    const trusting = await asPartner('/address-test', { apiUrl: other.apiUrl })
    expect(trusting.body).toMatchObject({
      lookup: { secrets: 'made-up', isExpected: false, problem: expect.stringContaining('401') },
      webhook: { secrets: 'made-up', isExpected: false },
    })
    const refusal = () => ({ status: 401, body: { error: 'UNAUTHORIZED', errorMessage: 'No.' } })
    other.onLookup(refusal)
    other.onWebhook(refusal)
    const careful = await asOperator('/address-test', { apiUrl: other.apiUrl })
    expect(careful.body).toMatchObject({
      lookup: { isExpected: true, problem: null },
      webhook: { isExpected: true, url: `${other.apiUrl}/webhooks/platform` },
    })
    expect(other.requests).toHaveLength(4)
    const { apiSecret } = scene.partner
    for (const { headers } of other.requests) expect(headers.authorization).not.toContain(apiSecret)
  })

  test('calls no address of our own network', async () => {
    const platform = await startTestPlatform({ allowPrivateTargets: false })
    try {
      const fields = { apiUrl: 'https://shop.example/pay' }
      const partner = await platform.createPartner(scene.server, fields)
      const answer = await platform.call('POST', '/partner/webhooks/v1/address-test', {
        key: partner.apiKey,
        body: { apiUrl: 'https://10.0.0.1/pay' },
      })
      expectRefusal(answer, 'VALIDATION400')
      expect(answer.body.details[0]).toMatchObject({ path: 'apiUrl' })
    } finally {
      await platform.stop()
    }
  })
})
