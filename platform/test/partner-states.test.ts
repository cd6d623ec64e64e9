/** From a new partner to one that is paid (D40), over HTTP. */
import type { LiveRun, PartnerState } from '@wasl/protocol'
import { findIncidents } from '../src/operations/notifications/find-incidents.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { beCareful } from './support/careful-partner.ts'
import { startPartner, type PartnerServer } from './support/partner.ts'
import { setPartnerState } from './support/partner-state.ts'
import { signInAs } from './support/people.ts'
import { newReference, type TestPartner } from './support/node.ts'
import { makeQrCode, payCode, scanCode } from './support/qr.ts'
import { expectRefusal, openedDuring, useScene } from './support/scene.ts'
import { until } from './support/wait.ts'

const scene = useScene()

const set = (partner: TestPartner, state: PartnerState) =>
  setPartnerState(scene.platform.pool, partner.number, state)

const step = (partnerId: string, name: 'go-live' | 'pause' | 'resume', body: object = {}) =>
  scene.platform.call('POST', `/operator/v1/partners/${partnerId}/${name}`, {
    key: scene.platform.operatorKey,
    body,
  })

const logOf = async ({ partnerId }: TestPartner, action: string) =>
  (await scene.platform.operator(`/audit-log?subject=${partnerId}&action=${action}`)).items.map(
    ({ details }: { details: object }) => details,
  )

/** A partner as the platform makes it. */
const created = async (server: PartnerServer): Promise<TestPartner> => {
  const body = { name: 'Shop', apiUrl: server.apiUrl }
  const { call, operatorKey: key } = scene.platform
  const answer = await call('POST', '/operator/v1/partners', { key, body })
  expect([answer.status, answer.body.state]).toEqual([201, 'testing'])
  const { partnerId, apiKey, apiSecret, hmacSecret } = answer.body
  server.trust({ apiSecrets: [apiSecret], hmacSecrets: [hmacSecret] })
  return { partnerId, number: Number(partnerId.slice(4)), apiKey, apiSecret, hmacSecret }
}

/** A run of the live checks in the portal that ends. */
const checked = async (partner: TestPartner, body: object): Promise<LiveRun> => {
  const wanted = { side: 'partner', role: 'developer', partnerId: partner.partnerId } as const
  const developer = await signInAs(scene.platform, wanted)
  const path = '/partner/webhooks/v1/live-checks'
  const { runId } = (await developer.call('POST', path, { body })).body
  return until('the run to end', async () => {
    const run = (await developer.call('GET', `${path}/${runId}`)).body
    return run.state === 'running' ? null : run
  })
}

describe('going live', () => {
  let server: PartnerServer
  beforeEach(async () => void (server = await startPartner()))
  afterEach(() => server.close())

  test('needs a live check in which every check passed, at the present addresses, of 30 days', async () => {
    const { platform, channel } = scene
    const partner = await created(server)
    const engineer = await signInAs(platform, { side: 'operator', role: 'engineer' })
    const goLive = (body: object = {}) =>
      engineer.call('POST', `/operator/v1/partners/${partner.partnerId}/go-live`, { body })
    beCareful(server, partner)
    server.prices.set('FAC/1', 1250.5)
    const certificate = async () =>
      (await platform.operator(`/partners/${partner.partnerId}`)).certificate
    // Without a reference two checks are left out.
    await checked(partner, {})
    expect(await certificate()).toBeNull()
    expectRefusal(await goLive(), 'PARTNER409_NOT_CERTIFIED')
    expectRefusal(await goLive({ reason: 'I know them.' }), 'PARTNER409_NOT_CERTIFIED')
    expect((await platform.operator(`/partners/${partner.partnerId}`)).state).toBe('testing')

    const run = await checked(partner, { reference: 'FAC/1' })
    expect(await certificate()).toMatchObject({ runId: run.runId, at: run.finishedAt })
    const move = (url: string) =>
      platform.pool.query('update partners set webhook_url = $2 where partner_id = $1', [
        partner.number,
        url,
      ])
    await move('https://elsewhere.example/hook')
    expectRefusal(await goLive(), 'PARTNER409_NOT_CERTIFIED')
    await move(`${server.apiUrl}/webhooks/platform`)
    const live = await goLive()
    expect([live.status, live.body.state]).toEqual([200, 'live'])
    expect(await logOf(partner, 'partner.go-live')).toEqual([{ certificate: run.runId }])
    await platform.opened(channel, partner, 'FAC/1')
    await platform.clock.advance(30 * 86_400 + 1)
    expect(await certificate()).toBeNull()
  })

  test('by an owner needs a reason, which the audit log keeps', async () => {
    const { platform, channel } = scene
    const partner = await created(server)
    expectRefusal(await step(partner.partnerId, 'go-live'), 'PARTNER409_NOT_CERTIFIED')
    const reason = 'They were certified on our old platform.'
    const answer = await step(partner.partnerId, 'go-live', { reason })
    expect([answer.status, answer.body.state]).toEqual([200, 'live'])
    expect(await logOf(partner, 'partner.go-live')).toEqual([{ certificate: null, reason }])
    await platform.opened(channel, partner, newReference())
  })
})

describe('the canary of a live partner', () => {
  const canaryOf = async ({ partnerId }: TestPartner) =>
    (await scene.platform.operator(`/partners/${partnerId}`)).canary

  /** The hour passes, and the next lookup is made. */
  const next = async (partner: TestPartner) => {
    const { platform } = scene
    const before = await canaryOf(partner)
    await platform.clock.advanceTo(before.nextAt)
    return until('the canary', async () => {
      const after = await canaryOf(partner)
      return after.passed + after.failed > before.passed + before.failed && after
    })
  }

  const incidentOf = async ({ number }: TestPartner) =>
    (await findIncidents(scene.platform.pool)).find(
      ({ partnerId, kind }) => partnerId === number && kind === 'canary-fails',
    )

  test('fails three times in a row before it is an incident, and is counted apart', async () => {
    const server = await startPartner()
    const partner = await created(server)
    beCareful(server, partner)
    server.prices.set('FAC/1', 1250.5)
    await checked(partner, { reference: 'FAC/1' })
    expect(await canaryOf(partner)).toBeNull()
    const asked = server.lookupsOf('FAC/1').length
    expect((await step(partner.partnerId, 'go-live')).status).toBe(200)
    // The first one is due at some moment of the hour, perhaps at once.
    const first = await next(partner)
    const { passed } = first
    expect(first).toMatchObject({ failed: 0, failures: 0, problem: null })
    expect(passed).toBeOneOf([1, 2])
    expect(server.lookupsOf('FAC/1')).toHaveLength(asked + passed)

    server.prices.delete('FAC/1')
    const problem = 'the partner no longer knows its test reference FAC/1'
    expect(await next(partner)).toMatchObject({ failures: 1, problem })
    expect(await next(partner)).toMatchObject({ failures: 2, problem })
    expect((await incidentOf(partner))?.begins).toBe(false)
    expect(await next(partner)).toMatchObject({ failures: 3, passed, failed: 3 })
    expect(await incidentOf(partner)).toMatchObject({
      begins: true,
      facts: { count: 3, detail: problem },
    })
    const health = await scene.platform.operator(`/partners/${partner.partnerId}/health?hours=24`)
    expect(health.now.lookups).toEqual({ answered: 0, failed: 0 })

    server.prices.set('FAC/1', 1250.5)
    const passedAgain = { failures: 0, passed: passed + 1, problem: null }
    expect(await next(partner)).toMatchObject(passedAgain)
    expect(await incidentOf(partner)).toBeUndefined()
    await server.close()
  })

  test('asks for a reference that does not exist where none is known, and pauses with the partner', async () => {
    const server = await startPartner()
    const partner = await created(server)
    beCareful(server, partner)
    await step(partner.partnerId, 'go-live', { reason: 'For this test.' })
    // Another one may have come by itself.
    const first = await next(partner)
    expect(first).toMatchObject({ passed: expect.toBeOneOf([1, 2]), failed: 0, problem: null })
    // This one knows every reference.
    beCareful(server, partner, ['unknown'])
    const { problem, failures } = await next(partner)
    expect([failures, problem]).toEqual([
      1,
      expect.stringMatching(/^expected HTTP 404 for WASL-TEST-/),
    ])
    await step(partner.partnerId, 'pause', { reason: 'Their server moves.' })
    expect(await incidentOf(partner)).toBeUndefined()
    const asked = server.requests.length
    await scene.platform.clock.advance(3 * 3_600)
    const other = await created(server)
    await step(other.partnerId, 'go-live', { reason: 'For this test.' })
    server.trust({ apiSecrets: [other.apiSecret], hmacSecrets: [other.hmacSecret] })
    // When the other one was asked, this one was due before it.
    await next(other)
    const paths = server.requests.slice(asked).map(({ headers }) => headers.authorization)
    expect(new Set(paths)).toEqual(new Set([`Bearer ${other.apiSecret}`]))
    await server.close()
  })
})

test('a live partner is paused and goes on, each with a reason, and no other step is made', async () => {
  const { server } = scene
  const partner = await created(server)
  const refused = async (name: 'pause' | 'resume', state: string) => {
    const answer = await step(partner.partnerId, name, { reason: 'Why not.' })
    expectRefusal(answer, 'PARTNER409_OTHER_STATE')
    expect(answer.body.state).toBe(state)
    expect(answer.body.errorMessage).toContain(`The partner is ${state}`)
  }
  const made = async (name: 'go-live' | 'pause' | 'resume', reason: string) => {
    const answer = await step(partner.partnerId, name, { reason })
    expect(answer.status).toBe(200)
    return answer.body.state
  }
  await refused('pause', 'testing')
  await refused('resume', 'testing')
  await made('go-live', 'For this test.')
  expectRefusal(await step(partner.partnerId, 'pause'), 'VALIDATION400')
  expect(await made('pause', 'Their server moves.')).toBe('paused')
  // A lost answer is asked for again.
  expect(await made('pause', 'Their server moves.')).toBe('paused')
  expectRefusal(
    await step(partner.partnerId, 'go-live', { reason: 'It did move.' }),
    'PARTNER409_OTHER_STATE',
  )
  expect(await made('resume', 'It has moved.')).toBe('live')
  expect(await logOf(partner, 'partner.pause')).toEqual([{ reason: 'Their server moves.' }])
  expect(await logOf(partner, 'partner.resume')).toEqual([{ reason: 'It has moved.' }])
  expectRefusal(await step('prt_999999', 'pause', { reason: 'No.' }), 'PARTNER404_NOT_FOUND')
})

test('a testing partner is paid by test channels alone, and these pay nobody else', async () => {
  const { platform, server, channel } = scene
  const tester = await platform.createChannel('AGENCY', true)
  const partner = await platform.createPartner(server)
  await set(partner, 'testing')
  const token = await makeQrCode(platform.pool, partner)
  const reference = newReference()
  expectRefusal(await platform.open(channel, partner, reference), 'PARTNER409_TESTING')
  expectRefusal(await scanCode(platform, channel, token), 'PARTNER409_TESTING')
  expectRefusal(await payCode(platform, channel, token, { amount: 5 }), 'PARTNER409_TESTING')
  expect(server.lookupsOf(reference)).toEqual([])
  const { paymentId } = await platform.opened(tester, partner, reference)
  expect((await platform.change(tester, 'confirm', paymentId)).status).toBe(200)
  expect((await scanCode(platform, tester, token)).status).toBe(200)
  expect((await payCode(platform, tester, token, { amount: 5 })).status).toBe(201)
  // The operator and the partner see which payments are not real money.
  expect((await platform.operator(`/payments/${paymentId}`)).isTest).toBe(true)
  const viewer = await signInAs(platform, {
    side: 'partner',
    role: 'viewer',
    partnerId: partner.partnerId,
  })
  const own = (await viewer.call('GET', '/partner/payments/v1/newest')).body
  expect(own.items.map(({ isTest }: { isTest: boolean }) => isTest)).toEqual([true, true])
  const real = await platform.opened(channel, scene.partner, newReference())
  expect((await platform.operator(`/payments/${real.paymentId}`)).isTest).toBe(false)

  const other = newReference()
  expectRefusal(await platform.open(tester, scene.partner, other), 'CHANNEL403_TEST_ONLY')
  const liveToken = await makeQrCode(platform.pool, scene.partner)
  expectRefusal(await scanCode(platform, tester, liveToken), 'CHANNEL403_TEST_ONLY')
  expectRefusal(await payCode(platform, tester, liveToken, { amount: 5 }), 'CHANNEL403_TEST_ONLY')

  const payees = async (key: string): Promise<string[]> =>
    (await platform.call('GET', '/channel/v1/partners', { key })).body.items.map(
      ({ partnerId }: { partnerId: string }) => partnerId,
    )
  expect(await payees(tester.apiKey)).toEqual([partner.partnerId])
  const usual = await payees(channel.apiKey)
  expect(usual).toContain(scene.partner.partnerId)
  expect(usual).not.toContain(partner.partnerId)
})

test('nothing new opens at a paused partner, and what is open ends as usual', async () => {
  const { platform, server, channel } = scene
  const partner = await platform.createPartner(server)
  const token = await makeQrCode(platform.pool, partner)
  const { paymentId } = await platform.opened(channel, partner, newReference())
  const reference = newReference()
  const opening = await openedDuring(scene, partner, reference, () => set(partner, 'paused'))
  expectRefusal(opening, 'PARTNER409_PAUSED')
  expectRefusal(await platform.open(channel, partner, newReference()), 'PARTNER409_PAUSED')
  expectRefusal(await scanCode(platform, channel, token), 'PARTNER409_PAUSED')
  expectRefusal(await payCode(platform, channel, token, { amount: 5 }), 'PARTNER409_PAUSED')
  expect((await platform.change(channel, 'confirm', paymentId)).status).toBe(200)
  expect((await platform.status(partner, reference)).status).not.toBe(403)
  await set(partner, 'live')
  await platform.opened(channel, partner, reference)
})

test('a refusal for the state of a partner is not kept under an Idempotency-Key', async () => {
  const { platform, server, channel } = scene
  const partner = await platform.createPartner(server)
  await set(partner, 'paused')
  const token = await makeQrCode(platform.pool, partner)
  const headers = { 'idempotency-key': newReference() }
  const pay = () => payCode(platform, channel, token, { amount: 5 }, headers)
  expectRefusal(await pay(), 'PARTNER409_PAUSED')
  await set(partner, 'live')
  expect((await pay()).status).toBe(201)
})
