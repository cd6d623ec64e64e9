import {
  paymentDetail,
  paymentEvidence,
  permissionsOf,
  ROLES,
  verifySignature,
  type OperatorRole,
} from '@wasl/protocol'
import { eraseLabels } from '../src/payments/erase-labels.ts'
import { expect, test } from 'vitest'
import { signInAs } from './support/people.ts'
import { newReference } from './support/node.ts'
import { expectRefusal, useScene } from './support/scene.ts'
import { openTill } from './support/till.ts'

const scene = useScene()

const HOSTILE = '"><img src=x onerror=alert(1)>\n=HYPERLINK("http://x")\u202e'

const detailOf = async (paymentId: string) => {
  const body = await scene.platform.operator(`/payments/${paymentId}`)
  expect(paymentDetail.parse(body)).toEqual(body)
  return body
}

const evidenceOf = async (paymentId: string) => {
  const body = await scene.platform.operator(`/payments/${paymentId}/evidence`)
  expect(paymentEvidence.parse(body)).toEqual(body)
  return body
}

test('a note stays as it was written, is only text, and is erased with the labels', async () => {
  const { platform, partner, channel } = scene
  const reference = newReference()
  const { paymentId } = await platform.opened(channel, partner, reference)
  const lina = await signInAs(platform, { side: 'operator', role: 'support', name: 'Lina' })
  const path = `/operator/v1/payments/${paymentId}/notes`
  const written = await lina.call('POST', path, { body: { text: HOSTILE } })
  expect([written.status, written.body]).toMatchObject([201, { text: HOSTILE, by: 'Lina' }])

  const notes = async () =>
    (await detailOf(paymentId)).timeline.filter(({ kind }: { kind: string }) => kind === 'note')
  const { noteId, at, byId } = written.body
  expect(await notes()).toEqual([{ kind: 'note', at, noteId, text: HOSTILE, byId, by: 'Lina' }])
  const { items } = await platform.operator(`/audit-log?subject=${paymentId}&action=payment.note`)
  expect(items).toMatchObject([{ action: 'payment.note', actor: 'Lina', details: { noteId } }])
  expect(JSON.stringify(items)).not.toContain('onerror')

  const auditor = await signInAs(platform, { side: 'operator', role: 'auditor' })
  expect((await auditor.call('POST', path, { body: { text: 'x' } })).status).toBe(403)
  for (const text of ['', '   ', 'a\u0007b', 'x'.repeat(2_001)]) {
    expectRefusal(await lina.call('POST', path, { body: { text } }), 'VALIDATION400')
  }
  for (const change of [`text = 'other'`, `text = null, writer = 'other'`]) {
    await expect(platform.pool.query(`update payment_notes set ${change}`)).rejects.toThrow(
      'a note stays as it was written',
    )
  }
  await expect(platform.pool.query('delete from payment_notes')).rejects.toThrow('a note stays')

  const by = { id: null, name: 'command line', requestId: null }
  const asked = { partnerId: partner.number, reference, reason: 'asked', by }
  expect(await eraseLabels(platform.pool, asked)).toContain(paymentId)
  expect(await notes()).toMatchObject([{ noteId, text: null, by: 'Lina' }])
  const { rows } = await platform.pool.query('select from payment_notes where text is not null')
  expect(rows).toEqual([])
})

test('the lookup is shown as it was asked and answered, without the secret', async () => {
  const { platform, partner, channel, server } = scene
  const reference = newReference()
  const opened = await platform.open(channel, partner, reference)
  const { paymentId } = opened.body
  const requestId = opened.headers.get('x-request-id')
  const detail = await detailOf(paymentId)
  const asked = server.lookupsOf(reference)[0]
  expect(detail).toMatchObject({
    requestId,
    receiptNumber: null,
    refundable: 0,
    lookup: {
      request: {
        apiUrl: server.apiUrl,
        headers: { authorization: 'Bearer ••••••••', 'x-request-id': requestId },
      },
      response: { body: { reference, total_amount: 599.8, currency: 'DZD' } },
    },
  })
  const { request, response } = detail.lookup
  expect(new URL(server.apiUrl).pathname + request.path).toBe(asked?.path)
  expect(asked?.headers['x-request-id']).toBe(requestId)
  expect(response.bytes).toBeGreaterThan(50)
  for (const secret of [partner.apiSecret, partner.hmacSecret]) {
    expect(JSON.stringify(detail)).not.toContain(secret)
  }
  await platform.call('PATCH', `/operator/v1/partners/${partner.partnerId}`, {
    key: platform.operatorKey,
    body: { city: 'Oran' },
  })
  expect((await detailOf(paymentId)).lookup.request.apiUrl).toBeNull()
})

test('the evidence has the webhooks as they were sent, the money and the way of the cash', async () => {
  const { platform, partner } = scene
  const till = await openTill(scene)
  const nadia = await till.onShift()
  await till.collect(nadia.agentId, 1_000)
  const paymentId = await till.collect(nadia.agentId, 12_450)
  const later = await till.collect(nadia.agentId, 300)
  await platform.settled()

  const { events, money, cash, people } = await evidenceOf(paymentId)
  expect(money).toMatchObject({ collected: 12_450, refunded: 0, statement: null })
  expect(cash).toMatchObject([{ code: 'COLLECT', to: { kind: 'cash', owner: nadia.agentId } }])
  expect(people).toHaveProperty(nadia.agentId)
  expect(events.map(({ event }: { event: string }) => event)).toEqual([
    'payment.initialized',
    'payment.success',
  ])
  for (const { body, attempts } of events) {
    const { headers } = attempts[0]
    expect(headers.authorization).toBe('Bearer ••••••••')
    const sent = {
      body: Buffer.from(body),
      timestamp: headers['x-timestamp'],
      signature: headers['x-signature'],
      secrets: [partner.hmacSecret],
      nowSeconds: Number(headers['x-timestamp']),
    }
    expect(verifySignature(sent)).toMatchObject({ ok: true })
  }

  // Of 13,750 dinars the oldest 13,450 leave: those of the first two payments.
  const bag = { from: nadia.agentId, amount: 13_450, bag: 'B-1' }
  const bagged = await till.call('POST', '/deposits', bag)
  expect([bagged.status, bagged.text]).toEqual([201, expect.anything()])
  expect((await evidenceOf(paymentId)).cash).toMatchObject([
    { code: 'COLLECT' },
    { code: 'BAGGED', amount: 13_450, sourceId: bagged.body.depositId, to: { kind: 'in_transit' } },
  ])
  expect((await evidenceOf(later)).cash).toMatchObject([{ code: 'COLLECT' }])
  expectRefusal(
    await platform.call('GET', `/operator/v1/payments/${later.slice(0, -1)}0/evidence`, {
      key: platform.operatorKey,
    }),
    'PAYMENT404_NOT_FOUND',
  )
})

test('the evidence shows each role what it may see, and names the rest', async () => {
  const { platform } = scene
  const till = await openTill(scene)
  const nadia = await till.onShift()
  const supervisor = await till.onShift()
  const paymentId = await till.collect(nadia.agentId, 1_000)
  const offer = await till.call('POST', '/handovers', {
    from: nadia.agentId,
    to: supervisor.agentId,
    amount: 1_000,
  })
  const { handoverId, code } = offer.body
  await till.call('POST', `/handovers/${handoverId}/receive`, { code, counted: 1_000 })
  const seen: Record<string, unknown> = {}
  for (const role of Object.keys(ROLES.operator) as OperatorRole[]) {
    const by = await signInAs(platform, { side: 'operator', role })
    const { body } = await by.call('GET', `/operator/v1/payments/${paymentId}/evidence`)
    expect(paymentEvidence.parse(body)).toEqual(body)
    const may = permissionsOf('operator', role)
    expect([role, body.money !== null]).toEqual([role, may.has('statements.view')])
    expect([role, body.cash.length]).toEqual([role, may.has('cash.view') ? 2 : 0])
    // The name of a holder is a part of the way of the cash, too.
    expect([role, supervisor.agentId in body.people]).toEqual([role, may.has('cash.view')])
    expect(body.events.length).toBeGreaterThan(0)
    seen[role] = body.withheld
  }
  expect(seen).toEqual({
    owner: [],
    engineer: ['statements.view', 'cash.view'],
    support: ['statements.view'],
    'finance-maker': [],
    'finance-checker': [],
    auditor: [],
  })
})
