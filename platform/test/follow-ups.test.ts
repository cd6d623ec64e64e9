/** A call becomes a follow-up with an owner, a day and the caller's words (W211). */
import { expect, test } from 'vitest'
import { eraseLabels } from '../src/payments/erase-labels.ts'
import { signInAs } from './support/people.ts'
import { newReference } from './support/node.ts'
import { expectRefusal, useScene } from './support/scene.ts'

const scene = useScene()

const PATH = '/operator/v1/follow-ups'

const WORDS = 'Elle a payé hier à Blida.\nLe magasin ne le sait pas.'

test('a call waits for its owner until its day, and the next shift sees what was done', async () => {
  const { platform, partner, channel } = scene
  const reference = newReference()
  const { paymentId } = await platform.opened(channel, partner, reference)
  const [lina, omar] = await Promise.all(
    ['Lina', 'Omar'].map((name) => signInAs(platform, { side: 'operator', role: 'support', name })),
  )
  if (lina === undefined || omar === undefined) throw new Error('expected two people')
  const { body: people } = await lina.call('GET', '/operator/v1/colleagues')
  expect(people.items.map(({ name }: { name: string }) => name)).toEqual(
    expect.arrayContaining(['Lina', 'Omar']),
  )
  const body = { paymentId, words: WORDS, caller: '0550 12 34 56', ownerId: lina.userId }
  const opened = await lina.call('POST', PATH, { body: { ...body, dueOn: '2026-11-22' } })
  expect([opened.status, opened.body]).toMatchObject([
    201,
    { paymentId, partnerId: partner.partnerId, words: WORDS, owner: 'Lina', status: 'open' },
  ])
  const { followUpId } = opened.body
  const one = `${PATH}/${followUpId}`
  // Lina goes home: Omar takes it, calls the shop, and is done a day later.
  const change = (what: object) => omar.call('PATCH', one, { body: what })
  await change({ ownerId: omar.userId, text: 'I take it.' })
  await change({ dueOn: '2026-11-23' })
  await change({ text: 'The shop looks for it.' })
  // The same again is written once.
  await change({ dueOn: '2026-11-23' })
  expect((await change({ status: 'done', text: 'The shop has found it.' })).body).toMatchObject({
    status: 'done',
    doneBy: 'Omar',
    ownerId: omar.userId,
    dueOn: '2026-11-23',
    entries: [
      { act: 'opened', by: 'Lina' },
      { act: 'given', value: 'Omar', text: 'I take it.' },
      { act: 'postponed', value: '2026-11-23' },
      { act: 'noted', text: 'The shop looks for it.' },
      { act: 'done', text: 'The shop has found it.' },
    ],
  })
  expect((await change({ status: 'open' })).body).toMatchObject({ status: 'open', doneAt: null })
  const { items } = await platform.operator(`/audit-log?subject=${followUpId}`)
  expect(items.at(-1)).toMatchObject({ action: 'follow-up.open', actor: 'Lina' })
  expect((await omar.call('GET', one)).status).toBe(200)
  const { items: read } = await platform.operator(`/audit-log?action=personal-data.read`)
  expect(read[0]).toMatchObject({ actor: 'Omar', subject: followUpId, details: { of: 'caller' } })
  expect(JSON.stringify(items)).not.toMatch(/Blida|0550/)
  await expect(
    platform.pool.query(`update follow_up_entries set writer = 'other'`),
  ).rejects.toThrow('stays as it was written')

  const by = { id: null, name: 'command line', requestId: null }
  const asked = { partnerId: partner.number, reference, reason: 'asked', by }
  await eraseLabels(platform.pool, asked)
  const erased = await lina.call('GET', one)
  expect(erased.body).toMatchObject({ words: null, caller: null, owner: 'Omar' })
  expect(erased.text).not.toMatch(/Blida|0550|shop/)
})

test('what is due first stands first, page by page, of one owner or about nobody too', async () => {
  const { platform } = scene
  const lina = await signInAs(platform, { side: 'operator', role: 'support' })
  const days = ['2027-01-03', '2027-01-01', '2027-01-02', '2027-01-01']
  for (const dueOn of days) {
    const { status } = await lina.call('POST', PATH, {
      body: { words: 'Where is my parcel?', ownerId: lina.userId, dueOn },
    })
    expect(status).toBe(201)
  }
  const found: string[] = []
  for (let cursor = ''; ;) {
    const { body } = await lina.call(
      'GET',
      `${PATH}?ownerId=${lina.userId}&status=open&limit=2${cursor}`,
    )
    found.push(...body.items.map(({ dueOn }: { dueOn: string }) => dueOn))
    expect(body.items[0]).toMatchObject({ partnerId: null, paymentId: null })
    if (body.nextCursor === null) break
    cursor = `&cursor=${body.nextCursor}`
  }
  expect(found).toEqual(days.toSorted())
  const due = await lina.call('GET', `${PATH}?ownerId=${lina.userId}&dueUntil=2027-01-01`)
  expect(due.body.items).toHaveLength(2)
})

test('an auditor reads and writes nothing; nobody else of other sides reads it', async () => {
  const { platform, partner } = scene
  const auditor = await signInAs(platform, { side: 'operator', role: 'auditor' })
  const body = { words: 'x', dueOn: '2027-01-01' }
  expectRefusal(await auditor.call('POST', PATH, { body }), 'OPERATOR403_PERMISSION')
  expect((await auditor.call('GET', PATH)).status).toBe(200)
  const owner = await signInAs(platform, { side: 'partner', partnerId: partner.partnerId })
  expect((await owner.call('GET', PATH)).status).toBe(401)
  const lina = await signInAs(platform, { side: 'operator', role: 'support' })
  for (const wrong of [{ ...body, words: ' ' }, { ...body, dueOn: '2027-02-30' }, { words: 'x' }]) {
    expectRefusal(await lina.call('POST', PATH, { body: wrong }), 'VALIDATION400')
  }
  const nobody = { ...body, ownerId: owner.userId }
  expectRefusal(await lina.call('POST', PATH, { body: nobody }), 'USER404_NOT_FOUND')
  const unknown = { ...body, partnerId: 'prt_999999' }
  expectRefusal(await lina.call('POST', PATH, { body: unknown }), 'PARTNER404_NOT_FOUND')
  const missing = `${PATH}/019aa5d0-4c40-7abc-8def-0123000003e9`
  expectRefusal(await lina.call('GET', missing), 'FOLLOW_UP404_NOT_FOUND')
})
