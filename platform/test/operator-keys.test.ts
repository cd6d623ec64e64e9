import { createdOperatorKey, listOf, operatorKeyRecord } from '@wasl/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authenticateOperator } from '../src/parties/keys/authenticate.ts'
import { ensureOperatorKey } from '../src/parties/operators/first-key.ts'
import { timeInAlgiers } from './support/ledger.ts'
import { openOperatorHouse, type OperatorHouse } from './support/operator-house.ts'
import type { Answer } from './support/node.ts'
import { rowsOfWorkbook, wallTime } from './support/statement-documents.ts'
import { until } from './support/wait.ts'

let house: OperatorHouse

beforeAll(async () => {
  house = await openOperatorHouse()
})

afterAll(() => house.close())

const PATH = '/operator/v1/operator-keys'

const create = async (name: string): Promise<any> => {
  const { status, body } = await house.call('POST', PATH, { body: { name } })
  expect(status).toBe(201)
  expect(createdOperatorKey.parse(body)).toEqual(body)
  return body
}

const revoke = (operatorKeyId: string, key?: string) =>
  house.call('POST', `${PATH}/${operatorKeyId}/revoke`, key === undefined ? {} : { key })

const opens = async (key: string): Promise<boolean> =>
  (await house.call('GET', PATH, { key })).status === 200

const expectRefusal = ({ status, body }: Answer, code: string): void => {
  expect([body.error, status]).toEqual([code, Number(/\d{3}/.exec(code)?.[0])])
}

const list = async (): Promise<any[]> => {
  const { body } = await house.call('GET', `${PATH}?limit=200`)
  expect(listOf(operatorKeyRecord).parse(body)).toEqual(body)
  return body.items
}

describe("operators' keys (W27)", () => {
  test('are shown once, listed without their text, and named in the audit log', async () => {
    const amina = await create('Amina')
    const { body } = await house.call('GET', `${PATH}?limit=200`, { key: amina.apiKey })
    const { apiKey, ...record } = amina
    expect(body.items.map(({ name }: any) => name)).toEqual(['environment', 'Amina'])
    expect(body.items[1]).toEqual(record)
    const dump = JSON.stringify([body, await house.auditLog(), house.logs])
    expect(dump).not.toContain(apiKey)
    await house.call('POST', '/operator/v1/channels', {
      key: apiKey,
      body: { name: 'Till', kind: 'AGENCY' },
    })
    const [channel, made] = await house.auditLog()
    expect([channel.actor, channel.action]).toEqual(['Amina', 'channel.create'])
    expect(channel.actorId).toBe(amina.operatorKeyId)
    expect(made).toMatchObject({
      actorId: 'opr_1',
      actor: 'environment',
      action: 'operator-key.create',
      subject: amina.operatorKeyId,
      partnerId: null,
      details: { name: 'Amina' },
    })
  })

  test('that are revoked are refused from then on; a repetition gets the first answer', async () => {
    const lost = await create('A lost laptop')
    expect(await opens(lost.apiKey)).toBe(true)
    const first = await revoke(lost.operatorKeyId)
    expect(first.status).toBe(200)
    expect(first.body).toMatchObject({ name: 'A lost laptop', revokedAt: expect.any(String) })
    expect(await opens(lost.apiKey)).toBe(false)
    expectRefusal(await house.call('GET', PATH, { key: lost.apiKey }), 'OPERATOR401_UNAUTHORIZED')
    expect((await revoke(lost.operatorKeyId)).body).toEqual(first.body)
    expect(await list()).toContainEqual(first.body)
    const entries = (await house.auditLog()).filter(
      ({ action, subject }) => action === 'operator-key.revoke' && subject === lost.operatorKeyId,
    )
    expect(entries).toHaveLength(1)
    // The name is free for the key that takes its place.
    await create('A lost laptop')
  })

  test('cannot revoke themselves, so that one always remains', async () => {
    const own = (await list()).find(({ name }) => name === 'environment')
    expectRefusal(await revoke(own.operatorKeyId), 'OPERATOR_KEY409_OWN')
    expect((await list())[0].revokedAt).toBeNull()
  })

  test('that revoke each other concurrently leave one of the two', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [one, other] = [await create(`One ${round}`), await create(`Other ${round}`)]
      const answers = await Promise.all([
        revoke(one.operatorKeyId, other.apiKey),
        revoke(other.operatorKeyId, one.apiKey),
      ])
      const statuses = answers.map(({ status }) => status)
      expect(statuses).toContain(200)
      expect(statuses).toContain(401)
      expect(await opens(one.apiKey)).toBe(!(await opens(other.apiKey)))
    }
  })

  test.each([
    'Samir',
    'environment',
    'First',
    'command line',
    'prt_1001',
    'environment\u200b',
    '\u202eenvironment',
    'environ\u00adment',
    'command\u00a0line',
    'ｅnvironment',
  ])('have names that tell them apart in the audit log: not a second %s', async (name) => {
    if (name === 'Samir') await create(name)
    const answer = await house.call('POST', PATH, { body: { name } })
    expectRefusal(answer, 'VALIDATION400')
    expect(answer.body.details).toMatchObject([{ path: 'name' }])
  })

  test.each(['opr_99', 'opr_0', 'opr_x', '1'])('%s is nobody’s', async (id) => {
    expectRefusal(await revoke(id), 'OPERATOR_KEY404_NOT_FOUND')
  })

  test('are listed in pages, in the order of their ids', async () => {
    const ids: string[] = []
    let cursor = ''
    do {
      const { body } = await house.call('GET', `${PATH}?limit=2${cursor}`)
      ids.push(...body.items.map(({ operatorKeyId }: any) => operatorKeyId))
      cursor = body.nextCursor === null ? '' : `&cursor=${body.nextCursor}`
    } while (cursor !== '')
    expect(ids).toEqual((await list()).map(({ operatorKeyId }) => operatorKeyId))
  })

  test('of WASL_OPERATOR_KEY stay revoked when a process starts with them again', async () => {
    const { pool } = house.db
    const warnings: unknown[] = []
    const log = { warn: (text: unknown) => void warnings.push(text) }
    const leaked = 'a-configured-key-that-leaked-0123456789'
    const amina = await create('Amina again')
    await ensureOperatorKey(pool, leaked, log)
    const configured = await authenticateOperator(house.db, leaked)
    expect(configured?.name).toBe('environment')
    const path = `opr_${configured?.operatorKeyId}`
    expect((await revoke(path, amina.apiKey)).status).toBe(200)
    warnings.length = 0
    expect(await ensureOperatorKey(pool, leaked, log)).toBeNull()
    expect(warnings).toEqual([expect.stringMatching(`^WASL_OPERATOR_KEY holds the key ${path}, `)])
    expect(await authenticateOperator(house.db, leaked)).toBeNull()
    // The key that takes its place is the configured one, and the revoked one is remembered.
    const next = 'the-next-configured-key-0123456789'
    await ensureOperatorKey(pool, next, log)
    await ensureOperatorKey(pool, leaked, log)
    expect(await authenticateOperator(house.db, leaked)).toBeNull()
    expect((await authenticateOperator(house.db, next))?.name).toBe('environment')
    await pool.query(`delete from operator_api_keys where name = 'environment'`)
    await ensureOperatorKey(pool, 'an-operator-key-for-tests-0123456789', log)
  })

  test('are numbered without gaps, however often the platform starts', async () => {
    const before = await create('Before the starts')
    for (let start = 0; start < 3; start += 1) {
      await ensureOperatorKey(house.db.pool, 'an-operator-key-for-tests-0123456789', console)
    }
    const after = await create('After the starts')
    const number = ({ operatorKeyId }: any): number => Number(operatorKeyId.slice(4))
    expect(number(after)).toBe(number(before) + 1)
  })
})

describe('who can do what (W270)', () => {
  const access = async (query = '', key?: string) => {
    const { status, body } = await house.call('GET', `/operator/v1/access?limit=200${query}`, {
      ...(key !== undefined && { key }),
    })
    expect(status).toBe(200)
    return body.items
  }

  test('lists people, keys and devices of every side, the longest unused first', async () => {
    const { partnerId } = await house.createPartner()
    await house.call('POST', '/operator/v1/channels', { body: { name: 'Desk', kind: 'AGENCY' } })
    const { apiKey, operatorKeyId } = await create('Unused one')
    const { apiKey: gone, operatorKeyId: goneId } = await create('Revoked one')
    await revoke(goneId)
    expect(gone).not.toBe(apiKey)
    await house.moveClock('91 days')
    await access('', apiKey)
    const used = async () =>
      (await access('&kind=key&side=operator')).find(({ id }: any) => id === operatorKeyId)
    const items = await until('the use to be noted', async () => {
      return (await used()).lastUsedAt === null ? false : access()
    })
    expect((await used()).isUnused).toBe(false)
    const since = items.map((item: any) => item.since)
    expect(since).toEqual(since.toSorted())
    expect(items[0]).toMatchObject({ isUnused: true })
    expect(items.filter(({ isUnused }: any) => !isUnused).map(({ id }: any) => id)).toContain(
      operatorKeyId,
    )
    expect(items.map(({ name }: any) => name)).not.toContain('Revoked one')
    expect(new Set(items.map(({ kind, side }: any) => `${kind} of ${side}`))).toEqual(
      new Set(['key of operator', 'key of channel', 'key of partner']),
    )
    expect(await access(`&partnerId=${partnerId}`)).toMatchObject([
      { kind: 'key', side: 'partner', partnerId, role: null, permissions: null },
    ])
    const page = await house.call('GET', '/operator/v1/access?limit=2')
    const path = `/operator/v1/access?limit=200&cursor=${page.body.nextCursor}`
    const rest = await house.call('GET', path)
    expect([...page.body.items, ...rest.body.items]).toEqual(await access())
  })

  test('saves the same rows in the same order as a workbook, what is unused first', async () => {
    const unused = await create('Nobody used it')
    await house.moveClock('182 days')
    const { apiKey, operatorKeyId } = await create('Made today')
    const items = await until('the use to be noted', async () => {
      const listed = await access('&kind=key&side=operator', apiKey)
      const own = listed.find(({ id }: any) => id === operatorKeyId)
      return own.lastUsedAt !== null && listed
    })
    const path = `${house.origin}/operator/v1/access/export?lang=fr&kind=key&side=operator`
    const response = await fetch(path, { headers: { 'x-api-key': apiKey } })
    expect([response.status, response.headers.get('content-disposition')]).toEqual([
      200,
      expect.stringContaining('access'),
    ])
    const [head, ...rows] = rowsOfWorkbook(Buffer.from(await response.arrayBuffer()))
    const columns = ['90 jours', 'Dernier usage', 'Type', 'Nom', 'Appartient à', 'Peut faire']
    expect(head).toEqual([...columns, 'Créé le', 'Identifiant'])
    expect(rows.map((row) => row.at(-1))).toEqual(items.map(({ id }: any) => id))
    const isUnused = rows.map(([first]) => first === 'Inutilisé')
    expect(isUnused).toEqual(items.map((item: any) => item.isUnused))
    expect(isUnused).toEqual(isUnused.toSorted((a, b) => Number(b) - Number(a)))
    const rowOf = (id: string) => rows.find((row) => row.at(-1) === id)
    const madeOf = (id: string) => items.find((item: any) => item.id === id).createdAt
    const same = (name: string) => ['Clé', name, 'L’opérateur', 'Propriétaire']
    // Never used: its row has no last use.
    expect(rowOf(unused.operatorKeyId)?.slice(0, 5)).toEqual([
      'Inutilisé',
      ...same('Nobody used it'),
    ])
    const [lastUse, ...used] = rowOf(operatorKeyId)?.slice(0, 6) ?? []
    expect(used.slice(0, 4)).toEqual(same('Made today'))
    expect(wallTime(lastUse)).toBe(
      timeInAlgiers(items.find((item: any) => item.id === operatorKeyId).lastUsedAt),
    )
    expect(wallTime(used[4])).toBe(timeInAlgiers(madeOf(operatorKeyId)))
  })
})
