/** D26: nothing is sent to a partner without TLS, unless private targets are allowed. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { warnOfPlainHttp } from '../src/parties/partners/warn-of-plain-http.ts'
import { startPartner, type PartnerServer } from './support/partner.ts'
import { newReference, type TestChannel, type TestPartner } from './support/node.ts'
import { startTestPlatform, type TestPlatform } from './support/platform.ts'
import { makeQrCode, payCode } from './support/qr.ts'
import { expectRefusal } from './support/scene.ts'
import { until } from './support/wait.ts'

let platform: TestPlatform
let server: PartnerServer
let partner: TestPartner
let channel: TestChannel

beforeAll(async () => {
  ;[platform, server] = await Promise.all([
    startTestPlatform({ allowPrivateTargets: false, publicUrl: 'https://pay.example' }),
    startPartner(),
  ])
  partner = await platform.createPartner({ ...server, apiUrl: 'https://shop.example/pay' })
  channel = await platform.createChannel()
  // As a platform that allowed private targets has stored it.
  await platform.pool.query(`update partners set api_url = $1, revision = revision + 1`, [
    server.apiUrl,
  ])
})

afterAll(() => Promise.all([platform.stop(), server.close()]))

test('a platform whose public address is https tells browsers to stay there, in every answer', async () => {
  const reference = newReference()
  const answers = [
    await platform.call('GET', '/healthz'),
    await platform.call('GET', '/nowhere'),
    await platform.call('GET', '/account/v1/session'),
    await platform.status(partner, reference),
    // The second one takes the fast path.
    await platform.status(partner, reference),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 404, 401, 200, 200])
  for (const { headers } of answers) {
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
  }
})

const loggedReasons = (): string[] =>
  platform.logs
    .map((line) => JSON.parse(line) as { msg: string; reason?: string; partnerId?: string })
    .filter(({ msg, partnerId }) => msg.includes('cannot be called') && partnerId !== undefined)
    .map(({ reason }) => reason ?? '')

test('a lookup is refused, and the operator is told why', async () => {
  const answer = await platform.open(channel, partner, newReference())
  expectRefusal(answer, 'PARTNER502_BAD_RESPONSE')
  expect(answer.body.errorMessage).toContain("may not call the partner's URL")
  expect(loggedReasons()).toEqual(['expected an https URL'])
  expect(server.requests).toEqual([])
})

test('a webhook’s attempt says why it was not sent', async () => {
  const token = await makeQrCode(platform.pool, partner)
  const paid = await payCode(platform, channel, token, { amount: 5 })
  expect(paid.status).toBe(201)
  const attempts = await until('the attempt to end', async () => {
    const events = await platform.operator(`/webhook-events?paymentId=${paid.body.paymentId}`)
    const event = await platform.operator(`/webhook-events/${events.items[0].eventId}`)
    return event.attempts[0]?.outcome == null ? null : event.attempts
  })
  expect(attempts[0]).toMatchObject({
    outcome: 'refused_address',
    status: null,
    error: 'expected an https URL',
  })
  expect(server.requests).toEqual([])
})

test('the start names the partners that it will not call', async () => {
  const warnings: string[] = []
  const log = { warn: (...words: unknown[]) => void warnings.push(words.join(' ')) }
  await platform.createPartner({ ...server, apiUrl: 'https://other.example' })
  await warnOfPlainHttp(platform.pool, log)
  expect(warnings).toEqual([expect.stringContaining(`are not called: ${partner.partnerId}. `)])
  await platform.pool.query(`update partners set status = 'inactive' where partner_id = $1`, [
    partner.number,
  ])
  await warnOfPlainHttp(platform.pool, log)
  expect(warnings).toHaveLength(1)
})

test('a new partner with such a URL is refused', async () => {
  const body = { name: 'Shop', apiUrl: 'http://8.8.8.8/' }
  const answer = await platform.call('POST', '/operator/v1/partners', {
    key: platform.operatorKey,
    body,
  })
  expect([answer.status, answer.body.details]).toEqual([
    400,
    [{ path: 'apiUrl', message: 'expected an https URL, received http://8.8.8.8/' }],
  ])
})
