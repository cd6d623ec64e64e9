/** Who finds what: a search tells nobody of a row that their own lists would refuse (W140). */
import { permissionsOf, ROLES, type OperatorRole, type Permission } from '@wasl/protocol'
import { beforeAll, expect, test } from 'vitest'
import { openBooks } from './support/books.ts'
import { makeAgent } from './support/custody.ts'
import { signInAs, type SignedIn } from './support/people.ts'
import { useScene } from './support/scene.ts'

const scene = useScene()

/** What is typed to find a row, and the permission of the list that has it. */
let rows: { typed: string; kind: string; permission: Permission }[]

let statementNumber: string

beforeAll(async () => {
  const { platform, server, partner, channel } = scene
  const books = await openBooks(platform)
  server.prices.set('FAC/1', 9_000)
  await makeAgent(platform.pool, channel)
  const { paymentId } = await platform.opened(channel, partner, 'FAC/1')
  await platform.change(channel, 'confirm', paymentId)
  const { floatId } = await books.amina('POST', '/floats', {
    channelId: channel.channelId,
    amount: 500,
    from: 'channel',
  })
  const refund = { amount: 100, reason: 'A part was returned.' }
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const path = `/payments/${paymentId}/refunds`
  const { refundId } = await books.amina('POST', path, refund, headers)
  await books.agreeWith(partner, { basisPoints: 100, vatBasisPoints: 1900 })
  const day = await books.today()
  await books.nextDay()
  const statements = `/partners/${partner.partnerId}/statements`
  const { statementId, net } = await books.amina('POST', statements, { until: day })
  const approved = await books.karim('POST', `/statements/${statementId}/approve`, { net })
  statementNumber = approved.number
  const payout = await books.amina('POST', `/statements/${statementId}/payouts`, {})
  const { items: audits } = await books.amina('GET', '/audit-log')
  const { items: events } = await books.amina('GET', `/webhook-events?paymentId=${paymentId}`)
  const row = (kind: string, typed: string, permission: Permission) => ({ kind, typed, permission })
  rows = [
    row('payments', 'FAC/1', 'payments.view'),
    row('statements', statementNumber, 'statements.view'),
    row('events', events[0].eventId, 'events.view'),
    row('partners', partner.partnerId, 'partners.view'),
    row('channels', channel.channelId, 'payments.view'),
    row('agents', 'Karim', 'cash.view'),
    row('requests', audits[0].requestId, 'audit.view'),
    row('refund', refundId, 'payments.view'),
    row('payout', payout.payoutId, 'statements.view'),
    row('float', floatId, 'cash.view'),
  ]
})

/** The kinds of what is found; a record counts as its type. */
const found = async (by: SignedIn, path: string, typed: string): Promise<string[]> => {
  const { status, body } = await by.call('GET', `${path}?q=${encodeURIComponent(typed)}`)
  expect(status).toBe(200)
  // A part that takes longer than a search may is given up.
  if (!body.isComplete) return found(by, path, typed)
  return body.groups.flatMap(({ kind, items }: any) =>
    kind === 'records' ? items.map(({ type }: any) => type) : [kind],
  )
}

test.each(Object.keys(ROLES.operator) as OperatorRole[])(
  'an operator’s %s finds the rows that its own lists have, and no others',
  async (role) => {
    const by = await signInAs(scene.platform, { side: 'operator', role })
    const may = permissionsOf('operator', role)
    for (const { kind, typed, permission } of rows) {
      const kinds = await found(by, '/operator/v1/search', typed)
      expect([kind, kinds.includes(kind)]).toEqual([kind, may.has(permission)])
    }
  },
)

test('a developer of a partner finds no statement, and its finance does', async () => {
  const { platform, partner } = scene
  for (const [role, kinds] of [
    ['developer', []],
    ['finance', ['statements']],
  ] as const) {
    const by = await signInAs(platform, { side: 'partner', role, partnerId: partner.partnerId })
    expect(await found(by, '/partner/search/v1', statementNumber)).toEqual(kinds)
  }
})
