/** From a new partner to one that is paid (D40), over HTTP. */
import { expect, test } from 'vitest'
import { newReference, type TestPartner } from './support/platform.ts'
import { makeQrCode, payCode, scanCode } from './support/qr.ts'
import { expectRefusal, useScene } from './support/scene.ts'
import { until } from './support/wait.ts'

const scene = useScene()

const set = (partner: TestPartner, state: string) =>
  scene.platform.pool.query(
    'update partners set state = $2, revision = revision + 1 where partner_id = $1',
    [partner.number, state],
  )

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
  expect(await payees(channel.apiKey)).toEqual([scene.partner.partnerId])
})

test('nothing new opens at a paused partner, and what is open ends as usual', async () => {
  const { platform, server, channel } = scene
  const partner = await platform.createPartner(server)
  const token = await makeQrCode(platform.pool, partner)
  const { paymentId } = await platform.opened(channel, partner, newReference())
  const reference = newReference()
  let release = (): void => undefined
  const after = new Promise<void>((resolve) => (release = resolve))
  server.onLookup(() => ({ after }), reference)
  const opening = platform.open(channel, partner, reference)
  await until('the lookup', () => server.lookupsOf(reference).length === 1)
  await set(partner, 'paused')
  release()
  expectRefusal(await opening, 'PARTNER409_PAUSED')
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
