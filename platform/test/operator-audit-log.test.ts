import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chainEntries } from '../src/operations/audit-seals/chain.ts'
import { sealHour } from '../src/operations/audit-seals/make-seal.ts'
import { openOperatorHouse, type OperatorHouse } from './support/operator-house.ts'

let house: OperatorHouse

beforeAll(async () => {
  house = await openOperatorHouse()
})

afterAll(() => house.close())

describe('the audit log', () => {
  test('has one entry for every action, with who, what and in which request', async () => {
    const before = (await house.auditLog()).length
    const created = await house.call('POST', '/operator/v1/partners', {
      body: { name: 'Audited', apiUrl: 'https://shop.example' },
    })
    const { partnerId } = created.body
    await house.call('PATCH', `/operator/v1/partners/${partnerId}`, {
      body: { apiUrl: 'https://new.example' },
    })
    await house.call('PATCH', `/operator/v1/partners/${partnerId}`, { body: { name: 'Audited' } })
    await house.call('POST', `/operator/v1/partners/${partnerId}/rotate`, {
      body: { secret: 'apiKey' },
    })
    const entries = (await house.auditLog()).toReversed().slice(before)
    expect(
      entries.map((entry) => [entry.action, entry.subject, entry.partnerId, entry.actor]),
    ).toEqual([
      ['partner.create', partnerId, partnerId, 'environment'],
      ['partner.update', partnerId, partnerId, 'environment'],
      ['partner.rotate', partnerId, partnerId, 'environment'],
    ])
    expect(entries[0].requestId).toBe(created.headers.get('x-request-id'))
    expect(entries[1].details).toEqual({
      from: { apiUrl: 'https://shop.example' },
      to: { apiUrl: 'https://new.example' },
      rotated: ['apiSecret', 'hmacSecret'],
    })
  })

  test('is written together with the change, or not at all', async () => {
    await house.db.pool.query(
      `alter table audit_log add constraint nothing_now check (action = '') not valid`,
    )
    try {
      const { partnerId } = (await house.call('GET', '/operator/v1/partners?limit=1')).body.items[0]
      const actions: [string, string, unknown][] = [
        ['POST', '/operator/v1/partners', { name: 'Unaudited', apiUrl: 'https://shop.example' }],
        ['PATCH', `/operator/v1/partners/${partnerId}`, { name: 'Unaudited' }],
        [
          'POST',
          `/operator/v1/partners/${partnerId}/rotate`,
          { secret: 'apiSecret', overlapSeconds: 0 },
        ],
        ['POST', '/operator/v1/channels', { name: 'Unaudited', kind: 'AGENCY' }],
        ['PATCH', '/operator/v1/channel-kinds/AGENCY', { lockSeconds: 77 }],
      ]
      const secrets = await house.db.pool.query(
        'select partner_id, field, version from partner_secrets order by 1, 2',
      )
      for (const [method, path, body] of actions) {
        const answer = await house.call(method, path, { body })
        expect([answer.status, answer.body.error]).toEqual([500, 'SERVER500_INTERNAL'])
      }
      const { rows } = await house.db.pool.query(
        `select name from partners where name = 'Unaudited'
        union all select name from channels where name = 'Unaudited'
        union all select kind from channel_kinds where lock_seconds = 77`,
      )
      expect(rows).toEqual([])
      const after = await house.db.pool.query(
        'select partner_id, field, version from partner_secrets order by 1, 2',
      )
      expect(after.rows).toEqual(secrets.rows)
    } finally {
      await house.db.pool.query('alter table audit_log drop constraint nothing_now')
    }
  })

  test('has no entry for a change that was rolled back', async () => {
    const { pool } = house.db
    const { partnerId } = await house.createPartner()
    await pool.query(
      `create function undo() returns trigger language plpgsql as $$ begin raise 'undone'; end $$;
      create constraint trigger undo after insert or update on partners
      deferrable initially deferred for each row execute function undo();
      create constraint trigger undo after insert on channels
      deferrable initially deferred for each row execute function undo();
      create constraint trigger undo after update on channel_kinds
      deferrable initially deferred for each row execute function undo()`,
    )
    try {
      const before = await house.auditLog()
      const path = `/operator/v1/partners/${partnerId}`
      const answers = [
        await house.call('POST', '/operator/v1/partners', {
          body: { name: 'Undone', apiUrl: 'https://shop.example' },
        }),
        await house.call('PATCH', path, { body: { name: 'Undone' } }),
        await house.call('POST', `${path}/rotate`, { body: { secret: 'apiKey' } }),
        await house.call('POST', '/operator/v1/channels', { body: { name: 'U', kind: 'AGENCY' } }),
        await house.call('PATCH', '/operator/v1/channel-kinds/AGENCY', {
          body: { lockSeconds: 60 },
        }),
      ]
      expect(answers.map(({ status }) => status)).toEqual([500, 500, 500, 500, 500])
      expect(await house.auditLog()).toEqual(before)
    } finally {
      await pool.query('drop function undo cascade')
    }
  })

  test('can be filtered by QR code and by actor', async () => {
    const { partnerId } = await house.createPartner()
    const made = await house.call('POST', `/operator/v1/partners/${partnerId}/qr-codes`, {
      body: { label: 'Till' },
    })
    const { qrCodeToken } = made.body
    const { apiKey } = (
      await house.call('POST', '/operator/v1/operator-keys', { body: { name: 'Amina & Co' } })
    ).body
    await house.call('PATCH', `/operator/v1/qr-codes/${qrCodeToken}`, {
      key: apiKey,
      body: { status: 'disabled' },
    })
    const list = async (query: string): Promise<unknown[]> => {
      const { status, body } = await house.call('GET', `/operator/v1/audit-log?${query}`)
      expect(status).toBe(200)
      return body.items.map(({ action, subject, actor }: any) => [action, subject, actor])
    }
    const disabling = ['qr-code.update', qrCodeToken, 'Amina & Co']
    expect(await list(`subject=${qrCodeToken}`)).toEqual([
      disabling,
      ['qr-code.create', qrCodeToken, 'environment'],
    ])
    expect(await list('actor=Amina%20%26%20Co')).toEqual([disabling])
    expect(await list(`actor=environment&subject=${qrCodeToken}&limit=1`)).toHaveLength(1)
    expect(await list('subject=nobody')).toEqual([])
    const refused = await house.call('GET', '/operator/v1/audit-log?subject=%00')
    expect([refused.status, refused.body.error]).toEqual([400, 'VALIDATION400'])
  })

  test('has every reading of what a payer said, and every search of a phone number', async () => {
    const { partnerId } = await house.createPartner()
    const { payment_id: paymentId } = await house.openPayment(partnerId, 'READ-1')
    const count = (await house.auditLog()).length
    for (const path of [
      `payments/${paymentId}`,
      `payments/${paymentId}`,
      'search?q=0551%2023%2045%2067',
      'payments?reference=0551234567',
      'search?q=READ-1',
    ]) {
      expect((await house.call('GET', `/operator/v1/${path}`)).status).toBe(200)
    }
    const entries = (await house.auditLog()).toReversed().slice(count)
    expect(entries.map(({ action, subject, partnerId: of }) => [action, subject, of])).toEqual([
      ['personal-data.read', paymentId, partnerId],
      ['personal-data.read', paymentId, partnerId],
      ['personal-data.search', '0551…67', null],
      ['personal-data.search', '0551…67', null],
    ])
    expect(JSON.stringify(entries)).not.toContain('234567')
  })

  test('has its seals listed, the newest first', async () => {
    const store = { pool: house.db.pool, keyring: house.keyring }
    while (await chainEntries(store.pool));
    await sealHour(store)
    // The key that signs was made just now.
    while (await chainEntries(store.pool));
    await house.moveClock('1 hour')
    await sealHour(store)
    const page = await house.call('GET', '/operator/v1/audit/seals?limit=1')
    expect([page.status, page.body.items[0]]).toEqual([
      200,
      {
        cell: '',
        number: 2,
        kind: 'audit-log',
        sealedAt: expect.any(String),
        entries: expect.any(Number),
        seal: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      },
    ])
    const cursor = page.body.nextCursor
    const next = await house.call('GET', `/operator/v1/audit/seals?limit=1&cursor=${cursor}`)
    expect(next.body).toMatchObject({ items: [{ number: 1 }], nextCursor: null })
  })

  test('is read in pages and cannot be changed', async () => {
    const page = await house.call('GET', '/operator/v1/audit-log?limit=2')
    const next = await house.call(
      'GET',
      `/operator/v1/audit-log?limit=2&cursor=${page.body.nextCursor}`,
    )
    expect(next.body.items[0].auditId < page.body.items[1].auditId).toBe(true)
    for (const statement of [
      'delete from audit_log',
      `update audit_log set actor = 'nobody'`,
      'truncate audit_log',
    ]) {
      await expect(house.db.pool.query(statement)).rejects.toThrow('append-only')
    }
  })
})
