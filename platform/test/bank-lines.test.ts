/** Bank lines over HTTP: imported once, in suspense until they are matched, posted once (W113). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BANK_MAPPING } from './support/bank.ts'
import {
  atOnce,
  balance,
  cashOf,
  custodyViolations,
  expectCustodyHolds,
  giveCash,
  outcomeOf,
  safeOf,
} from './support/custody.ts'
import type { Answer } from './support/node.ts'
import { expectRefusal, useScene } from './support/scene.ts'
import { until } from './support/wait.ts'

const scene = useScene()

const call = (method: string, path: string, body?: unknown, key?: string): Promise<Answer> =>
  scene.platform.call(method, `/operator/v1${path}`, {
    key: key ?? scene.platform.operatorKey,
    ...(body !== undefined && { body }),
  })

beforeAll(async () => {
  for (const account of ['clients', 'own']) {
    const answer = await call('PUT', `/bank-mappings/${account}`, { ...BANK_MAPPING, account })
    expect(answer.status).toBe(200)
  }
})

afterAll(() => expectCustodyHolds(scene.platform.pool))

type Line = { amount: string; description?: string; reference?: string; date?: string }

const csv = (lines: readonly Line[]): string =>
  [
    'Date;Libellé;Réf;Montant',
    ...lines.map(
      ({ amount, description = 'X', reference = '', date = '2026-11-22' }) =>
        `${date};${description};${reference};${amount}`,
    ),
  ].join('\n')

const send = (text: string | Uint8Array<ArrayBuffer>, mapping = 'clients', key?: string) =>
  scene.platform.call('POST', `/operator/v1/bank-lines?mapping=${mapping}`, {
    key: key ?? scene.platform.operatorKey,
    body: text,
    headers: { 'content-type': 'text/csv; charset=utf-8' },
  })

const line = async (id: string): Promise<any> => (await call('GET', `/bank-lines/${id}`)).body

let unique = 0

/** Imports one line that is like no other; returns its id. */
const aLine = async (fields: Line, mapping = 'clients'): Promise<string> => {
  const description = `${fields.description ?? 'LIGNE'} N${(unique += 1)}`
  const answer = await send(csv([{ ...fields, description }]), mapping)
  expect(answer.body).toMatchObject({ lines: 1, added: 1 })
  const { items } = await scene.platform.operator('/bank-lines?limit=1')
  expect(items[0].description).toBe(description)
  const { bankLineId } = items[0]
  // The platform's own round may have claimed it before the import could match it.
  await until('its match to be made', async () => (await line(bankLineId)).status !== 'matching')
  return bankLineId
}

const match = (id: string, body: unknown, key?: string): Promise<Answer> =>
  call('POST', `/bank-lines/${id}/match`, body, key)

const inSuspense = (id: string): Promise<number> => balance(scene.platform.pool, 'suspense', id)

const clients = (): Promise<number> => balance(scene.platform.pool, 'bank', 'clients')

/** A bag that the bank took with this slip. */
const aDeposit = async (amount: number, slip: string): Promise<string> => {
  const { platform, channel } = scene
  await giveCash(platform.pool, safeOf(channel), amount * 100)
  const options = { key: channel.apiKey, body: { from: safeOf(channel), amount } }
  const { body } = await platform.call('POST', '/channel/v1/deposits', options)
  const path = `/channel/v1/deposits/${body.depositId}/deposited`
  const slipped = { key: channel.apiKey, body: { slip: { number: slip } } }
  expect((await platform.call('POST', path, slipped)).status).toBe(200)
  return body.depositId
}

describe('an import', () => {
  test('adds each line once, however often and in whichever file it comes', async () => {
    const before = await clients()
    const rows = [
      { amount: '100,00', description: 'DEUX FOIS' },
      { amount: '100,00', description: 'DEUX FOIS' },
      { amount: '-30,00', description: 'UNE FOIS' },
    ]
    const first = await send(csv(rows))
    expect(first.body).toMatchObject({ lines: 3, added: 3, matched: 0 })
    const again = await send(csv(rows))
    expect(again.body).toMatchObject({ lines: 3, added: 0 })
    const longer = await send(csv([...rows, { amount: '100,00', description: 'DEUX FOIS' }]))
    expect(longer.body).toMatchObject({ lines: 4, added: 1 })
    const other = await send(csv(rows), 'own')
    expect(other.body).toMatchObject({ lines: 3, added: 3 })
    expect((await clients()) - before).toBe(27_000)
  })

  test('of one file by many requests at once adds its lines once', async () => {
    const rows = Array.from({ length: 50 }, (_, place) => ({
      amount: `${place + 1},00`,
      description: 'ENSEMBLE',
    }))
    const before = await clients()
    // Each has read the file, and waits to write the same lines; in another order in every file.
    const answers = await atOnce(
      scene.platform.pool,
      'lock table bank_lines in share mode',
      [0, 1, 2, 3].map((turn) => () => {
        const turned = [...rows.slice(turn * 10), ...rows.slice(0, turn * 10)]
        return send(csv(turned))
      }),
    )
    const added = answers.map(({ body }) => body.added).toSorted((one, two) => one - two)
    expect(added).toEqual([0, 0, 0, 50])
    expect((await clients()) - before).toBe(127_500)
  })

  test('is refused as a whole for one wrong row, and names its line', async () => {
    const before = (await scene.platform.operator('/bank-lines?limit=1')).items
    const answer = await send(csv([{ amount: '1,00' }, { amount: '=2+3' }]))
    expectRefusal(answer, 'VALIDATION400')
    expect(answer.body.details[0]).toMatchObject({ path: 'line 3' })
    expect((await scene.platform.operator('/bank-lines?limit=1')).items).toEqual(before)
  })

  test('is refused without its mapping, as JSON, too large, and with another key', async () => {
    const { platform, channel, partner } = scene
    const file = csv([{ amount: '1,00' }])
    expectRefusal(await send(file, 'unknown'), 'BANK_MAPPING404_NOT_FOUND')
    expectRefusal(await send(file, 'No Such'), 'VALIDATION400')
    expectRefusal(await call('POST', '/bank-lines?mapping=clients', {}), 'VALIDATION400')
    expectRefusal(await send('x'.repeat(2 * 1024 * 1024 + 1)), 'REQUEST413_TOO_LARGE')
    for (const key of [channel.apiKey, partner.apiKey, 'wrong']) {
      expectRefusal(await send(file, 'clients', key), 'OPERATOR401_UNAUTHORIZED')
    }
    // Only the import takes files.
    const elsewhere = await platform.call('POST', '/operator/v1/floats', {
      key: platform.operatorKey,
      body: file,
      headers: { 'content-type': 'text/csv' },
    })
    expectRefusal(elsewhere, 'REQUEST415_UNSUPPORTED_MEDIA_TYPE')
  })

  test('reads with the mapping as it is now; a mapping has a revision and an author', async () => {
    const name = 'bna'
    expect((await call('PUT', `/bank-mappings/${name}`, BANK_MAPPING)).body.revision).toBe(1)
    const changed = { ...BANK_MAPPING, decimal: '.' }
    const { body } = await call('PUT', `/bank-mappings/${name}`, changed)
    expect(body).toMatchObject({ name, revision: 2, mapping: { decimal: '.' } })
    expectRefusal(await send(csv([{ amount: '1,00' }]), name), 'VALIDATION400')
    const { items } = await scene.platform.operator('/bank-mappings')
    expect(items.map((one: any) => one.name)).toEqual(['bna', 'clients', 'own'])
    const wrong = { ...BANK_MAPPING, delimiter: 'x' }
    expectRefusal(await call('PUT', `/bank-mappings/${name}`, wrong), 'VALIDATION400')
    const { channel } = scene
    const asChannel = await call('PUT', `/bank-mappings/${name}`, BANK_MAPPING, channel.apiKey)
    expectRefusal(asChannel, 'OPERATOR401_UNAUTHORIZED')
  })
})

test('a line that takes the partners’ account below zero is the bank’s, and no error of the books', async () => {
  const { pool } = scene.platform
  const L5 = 'L5: the account with the partners’ money is never below zero'
  const BANK =
    'Bank: the lines of the bank leave the account with the partners’ money at zero or more'
  const results = async (): Promise<unknown[]> => {
    const { items } = await scene.platform.operator('/integrity')
    return [L5, BANK].map((name) => items.find((item: any) => item.name === name).result)
  }
  const held = (await clients()) / 100
  const id = await aLine({ amount: `-${(held + 500).toFixed(2).replace('.', ',')}` })
  expect([await clients(), await inSuspense(id)]).toEqual([-50_000, held * 100 + 50_000])
  expect(await results()).toEqual(['holds', 'violated'])
  await aLine({ amount: '500,00' })
  expect(await results()).toEqual(['holds', 'holds'])
  expect(await balance(pool, 'bank', 'clients')).toBe(0)
})

describe('a bag and its line', () => {
  test('are matched at once when amount and slip agree', async () => {
    const depositId = await aDeposit(9_800, '0071-558213')
    const before = await clients()
    const id = await aLine({ amount: '9800,00', description: 'VERSEMENT BORD 0071-558213' })
    expect(await line(id)).toMatchObject({
      status: 'matched',
      match: { kind: 'deposit', sourceId: depositId, by: 'platform' },
      proposals: [],
    })
    expect((await clients()) - before).toBe(980_000)
    expect([
      await inSuspense(id),
      await balance(scene.platform.pool, 'in_transit', depositId),
    ]).toEqual([0, 0])
  })

  test('are proposed when only one of them agrees, and matched by a person', async () => {
    const depositId = await aDeposit(700, 'SLIP-700')
    const id = await aLine({ amount: '700,00', description: 'VERSEMENT' })
    expect(await line(id)).toMatchObject({
      status: 'unmatched',
      proposals: [{ kind: 'deposit', id: depositId, amountAgrees: true, referenceAgrees: false }],
    })
    expect(await inSuspense(id)).toBe(-70_000)
    const first = await match(id, { depositId })
    const again = await match(id, { depositId: depositId.toUpperCase() })
    expect([first.status, again.body]).toEqual([200, first.body])
    expect(await inSuspense(id)).toBe(0)
    expectRefusal(await match(id, { as: 'fee' }), 'BANK_LINE409_NOT_THIS')
    const other = await aDeposit(700, 'SLIP-701')
    expectRefusal(await match(id, { depositId: other }), 'BANK_LINE409_MATCHED')
    const second = await aLine({ amount: '700,00', description: 'AUTRE' })
    expectRefusal(await match(second, { depositId }), 'BANK_LINE409_TAKEN')
  })

  test('are not matched by the platform when two bags or two lines agree', async () => {
    const twins = [await aDeposit(55, 'TWIN-1'), await aDeposit(55, 'TWIN-2')]
    const both = { description: 'TWIN-1', reference: 'TWIN-2' }
    const id = await aLine({ amount: '55,00', ...both })
    const { status, proposals } = await line(id)
    expect(status).toBe('unmatched')
    expect(proposals.map((one: any) => one.id).toSorted()).toEqual(twins.toSorted())
    await aDeposit(66, 'ONCE-1')
    const rows = ['A', 'B'].map((description) => ({
      amount: '66,00',
      description,
      reference: 'ONCE-1',
    }))
    expect((await send(csv(rows))).body).toMatchObject({ added: 2, matched: 0 })
  })

  test('are matched later by the clock, when the slip comes after the line', async () => {
    const id = await aLine({ amount: '77,00', reference: 'LATE-77' })
    const depositId = await aDeposit(77, 'LATE-77')
    await until('the platform to match the line', async () => (await line(id)).status === 'matched')
    expect((await line(id)).match.sourceId).toBe(depositId)
  })

  test('are posted once when a person and lines say so at the same time', async () => {
    const { pool } = scene.platform
    for (let round = 0; round < 4; round += 1) {
      const depositId = await aDeposit(320, `BOTH-${round}`)
      const id = await aLine({ amount: '320,00' })
      const before = await clients()
      const answers = await atOnce(
        pool,
        `select from deposits where deposit_id = '${depositId}' for update`,
        [
          () => call('POST', `/deposits/${depositId}/bank`, { amount: 320 }),
          () => match(id, { depositId }),
          () => call('POST', `/deposits/${depositId}/bank`, { amount: 320 }),
        ],
      )
      expect(answers.map(outcomeOf)).toEqual(['banked', 'matched', 'banked'])
      // The line was in the bank already, in suspense: with the person's posting it is there once.
      expect((await clients()) - before).toBe(0)
      expect(await balance(pool, 'in_transit', depositId)).toBe(0)
    }
  })

  test('a line that comes after a person said so only proves it', async () => {
    const depositId = await aDeposit(450, 'FIRST-450')
    await call('POST', `/deposits/${depositId}/bank`, { amount: 450 })
    const before = await clients()
    const id = await aLine({ amount: '450,00', reference: 'first-450' })
    expect(await line(id)).toMatchObject({ status: 'matched', match: { sourceId: depositId } })
    expect(await clients()).toBe(before)
  })

  test('that differ from what a person said are refused, and stay in suspense', async () => {
    const depositId = await aDeposit(450, 'DIFF-1')
    await call('POST', `/deposits/${depositId}/bank`, { amount: 450 })
    const id = await aLine({ amount: '451,00', reference: 'DIFF-1' })
    expectRefusal(await match(id, { depositId }), 'DEPOSIT409_WRONG_STATUS')
    expect([(await line(id)).status, await inSuspense(id)]).toEqual(['unmatched', -45_100])
  })

  test('a bag that is not deposited is not banked by a line', async () => {
    const { platform, channel } = scene
    await giveCash(platform.pool, safeOf(channel), 10_000)
    const body = { from: safeOf(channel), amount: 100 }
    const bag = await platform.call('POST', '/channel/v1/deposits', { key: channel.apiKey, body })
    const id = await aLine({ amount: '100,00' })
    const { depositId } = bag.body
    expectRefusal(await match(id, { depositId }), 'DEPOSIT409_WRONG_STATUS')
    const debit = await aLine({ amount: '-100,00' })
    expectRefusal(await match(debit, { depositId }), 'BANK_LINE409_NOT_THIS')
  })
})

describe('a match that is taken back', () => {
  const unmatch = (id: string, reason = 'Another line') =>
    call('POST', `/bank-lines/${id}/unmatch`, { reason })

  const together = (bankLineIds: string[], things: unknown[]) =>
    call('POST', '/bank-lines/match', { bankLineIds, things })

  test('puts a bag, a remittance, a fee and a partner’s payment back, and keeps every posting', async () => {
    const { platform, partner } = scene
    const { pool } = platform
    const depositId = await aDeposit(810, 'BACK-810')
    const bag = await aLine({ amount: '810,00' })
    const channel = await platform.createChannel('MARKETPLACE')
    await giveCash(pool, channel.channelId, 60_000)
    const options = { key: channel.apiKey, body: { amount: 600 } }
    const { remittanceId } = (await platform.call('POST', '/channel/v1/remittances', options)).body
    const remitted = await aLine({ amount: '600,00', description: 'VIR' })
    const fee = await aLine({ amount: '-12,50', description: 'FRAIS' })
    const topup = await aLine({ amount: '81,00' })
    const cases: [string, unknown][] = [
      [bag, { depositId }],
      [remitted, { remittanceId }],
      [fee, { as: 'fee' }],
      [topup, { partnerId: partner.partnerId }],
    ]
    const sums = async () => [
      await clients(),
      await balance(pool, 'in_transit', depositId),
      await cashOf(pool, channel.channelId),
      await balance(pool, 'bank_charges'),
      await balance(pool, 'partner_payable', partner.partnerId),
    ]
    const before = await sums()
    // Twice: the second match has the next numbers.
    for (const round of [1, 2]) {
      for (const [id, body] of cases) {
        const { status } = await match(id, body)
        expect([round, status]).toEqual([round, 200])
      }
      expect(await sums()).not.toEqual(before)
      for (const [id] of cases) {
        const { body } = await unmatch(id)
        expect(body).toMatchObject({ status: 'unmatched', match: null })
        expect(await inSuspense(id)).not.toBe(0)
      }
      expect(await sums()).toEqual(before)
    }
    const { rows } = await pool.query(
      `select code, line from ledger_transfers where source_id = $1 and code = 'BANKED' order by line`,
      [depositId],
    )
    expect(rows.map((row) => row.line)).toEqual([-2, -1, 1, 2])
    expect(await custodyViolations(pool)).toEqual([])
    expectRefusal(await unmatch(bag), 'BANK_LINE409_NOT_MATCHED')
    expectRefusal(await unmatch(bag, ''), 'VALIDATION400')
    expectRefusal(await unmatch(depositId), 'BANK_LINE404_NOT_FOUND')
  })

  test('keeps what a person has posted, and what others stand on', async () => {
    const depositId = await aDeposit(455, 'SAID-455')
    await call('POST', `/deposits/${depositId}/bank`, { amount: 455 })
    const before = await clients()
    // Without the reference the platform does not match it again by itself.
    const id = await aLine({ amount: '455,00' })
    expect((await match(id, { depositId })).body.status).toBe('matched')
    await unmatch(id)
    expect((await clients()) - before).toBe(45_500)
    const again = await call('POST', `/deposits/${depositId}/bank`, { amount: 455 })
    expect(again.body.status).toBe('banked')
    await match(id, { depositId })
    const short = await aDeposit(500, 'SHORT-500')
    const less = await aLine({ amount: '490,00' })
    await match(less, { depositId: short })
    expectRefusal(await unmatch(less), 'BANK_LINE409_NOT_UNDONE')
    expect((await line(less)).status).toBe('matched')
    const out = await aLine({ amount: '-33,00', description: 'VIREMENT INTERNE' })
    await match(out, { as: 'sweep' })
    const into = await aLine({ amount: '33,00', description: 'VIREMENT INTERNE' }, 'own')
    await match(into, { sourceId: out })
    expectRefusal(await unmatch(out), 'BANK_LINE409_NOT_UNDONE')
    expect((await unmatch(into)).body.status).toBe('unmatched')
    expect((await unmatch(out)).body.status).toBe('unmatched')
    expectRefusal(await match(into, { sourceId: out }), 'BANK_LINE409_NOT_THIS')
  })

  test('is once, however many say it', async () => {
    const id = await aLine({ amount: '-7,00', description: 'FRAIS' })
    await match(id, { as: 'fee' })
    const before = await clients()
    const answers = await Promise.all([1, 2, 3, 4].map(() => unmatch(id)))
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    expect(await clients()).toBe(before)
    expect(await inSuspense(id)).toBe(700)
    const { rows } = await scene.platform.pool.query(
      `select line from ledger_transfers where source_id = $1 and code = 'BANK_FEE' order by line`,
      [id],
    )
    expect(rows.map((row) => row.line)).toEqual([-1, 1])
  })

  test('two bags that the bank credited at once are proposed and matched together', async () => {
    const bags = [await aDeposit(1_231, 'PAIR-1'), await aDeposit(2_342, 'PAIR-2')]
    const id = await aLine({ amount: '3573,00' })
    const [group] = (await line(id)).groups
    expect(group.things.map((thing: any) => thing.id).toSorted()).toEqual(bags.toSorted())
    const answer = await together(
      [id],
      bags.map((depositId) => ({ depositId })),
    )
    expect(answer.body).toMatchObject({ remainder: 0, lines: [{ status: 'matched' }] })
    for (const depositId of bags) {
      expect(await balance(scene.platform.pool, 'in_transit', depositId)).toBe(0)
    }
    expectRefusal(
      await match(await aLine({ amount: '1231,00' }), { depositId: bags[0] }),
      'BANK_LINE409_TAKEN',
    )
  })

  test('a line of what may be a remittance goes to no partner by one person', async () => {
    const { platform, partner } = scene
    const channel = await platform.createChannel('MARKETPLACE')
    await giveCash(platform.pool, channel.channelId, 77_700)
    const options = { key: channel.apiKey, body: { amount: 777 } }
    await platform.call('POST', '/channel/v1/remittances', options)
    const id = await aLine({ amount: '777,00' })
    const body = { partnerId: partner.partnerId }
    expectRefusal(await match(id, body), 'APPROVAL409_SECOND_PERSON')
    const made = await call('POST', '/operator-keys', { name: 'Second', holder: 'Second Person' })
    expect((await match(id, body, made.body.apiKey)).body.status).toBe('matched')
    await unmatch(id)
  })
})

describe('a file of a bank', () => {
  test('is previewed without being stored', async () => {
    const rows = [
      { amount: '10,00', description: 'APERCU' },
      { amount: '-4,00', description: 'APERCU' },
    ]
    const path = '/operator/v1/bank-lines/preview?mapping=clients'
    const preview = (text: string | Uint8Array<ArrayBuffer>) =>
      scene.platform.call('POST', path, {
        key: scene.platform.operatorKey,
        body: text,
        headers: { 'content-type': 'text/csv', 'accept-language': 'fr' },
      })
    const { body } = await preview(csv(rows))
    expect(body).toMatchObject({ lines: 2, added: 2, in: 10, out: -4 })
    expect(body.first[0]).toMatchObject({ amount: 10, description: 'APERCU', isNew: true })
    expect((await send(csv(rows))).body.added).toBe(2)
    expect((await preview(csv(rows))).body).toMatchObject({ added: 0, in: 0, out: 0 })
    const zip = await preview(Buffer.from('504b0304140000000800', 'hex'))
    expect(zip.status).toBe(400)
    expect(zip.body.errorMessage).toMatch(/archive ZIP/)
    const wide = await preview(`${csv(rows)}\n2026-11-22;PAI;12,00;R;100,00`)
    expect(wide.body.details).toEqual([
      { path: 'line 4', message: expect.stringMatching(/^4 cellules attendues.*5 reçues/) },
    ])
    const missing = await preview('Date;Libellé;Réf;Somme\n2026-11-22;X;;1,00')
    expect(missing.body.details[0].message).toMatch(/« ?"?Montant|"Montant" manque.*"Somme"/)
  })
})

describe('other lines', () => {
  test('a remittance is confirmed by its line', async () => {
    const { platform } = scene
    const channel = await platform.createChannel('MARKETPLACE')
    await giveCash(platform.pool, channel.channelId, 60_000)
    const options = { key: channel.apiKey, body: { amount: 600 } }
    const { body } = await platform.call('POST', '/channel/v1/remittances', options)
    const id = await aLine({ amount: '600,00', description: `VIR RECU ${body.reference}` })
    expect(await line(id)).toMatchObject({
      status: 'matched',
      match: { kind: 'remittance', sourceId: body.remittanceId },
    })
    expect(await cashOf(platform.pool, channel.channelId)).toBe(0)
  })

  test('a fee of the bank, a debit that a partner pays, and a sweep post their transfers', async () => {
    const { platform, partner } = scene
    const { pool } = platform
    const fee = await aLine({ amount: '-12,50', description: 'FRAIS' })
    expect((await match(fee, { as: 'fee' })).body.match.kind).toBe('fee')
    expect(await balance(pool, 'bank_charges')).toBe(1_250)

    const topup = await aLine({ amount: '80,00' })
    const { partnerId } = partner
    expect((await match(topup, { partnerId })).body.status).toBe('matched')
    expect(await balance(pool, 'partner_payable', partnerId)).toBe(-8_000)
    const { rows } = await pool.query(
      `select partner_id from ledger_transfers where code = 'TOPUP' and source_id = $1`,
      [topup],
    )
    expect(rows).toEqual([{ partner_id: partner.number }])

    const before = [await clients(), await balance(pool, 'bank', 'own')] as const
    const out = await aLine({ amount: '-178,50', description: 'VIREMENT INTERNE' })
    await match(out, { as: 'sweep' })
    const into = await aLine({ amount: '178,50', description: 'VIREMENT INTERNE' }, 'own')
    const answer = await match(into, { sourceId: out })
    expect(answer.body).toMatchObject({ status: 'matched', match: { kind: 'posted' } })
    expect([await clients(), await balance(pool, 'bank', 'own')]).toEqual([
      before[0] - 17_850,
      before[1] + 17_850,
    ])
    const twice = await aLine({ amount: '178,50' }, 'own')
    expectRefusal(await match(twice, { sourceId: out }), 'BANK_LINE409_NOT_THIS')
  })

  test('a float that a person funded from the bank is proved by its line', async () => {
    const { platform, channel } = scene
    const body = { channelId: channel.channelId, amount: 5_000, from: 'own' }
    const { floatId } = (await call('POST', '/floats', body)).body
    const id = await aLine({ amount: '-5000,00' }, 'own')
    const wrongSide = await aLine({ amount: '5000,00' }, 'own')
    expectRefusal(await match(wrongSide, { sourceId: floatId }), 'BANK_LINE409_NOT_THIS')
    const before = await balance(platform.pool, 'bank', 'own')
    expect((await match(id, { sourceId: floatId })).body.status).toBe('matched')
    // It was there twice: as the float, and in suspense.
    expect((await balance(platform.pool, 'bank', 'own')) - before).toBe(500_000)
  })

  test('are refused what they cannot be, by name', async () => {
    const credit = await aLine({ amount: '5,00' })
    const debit = await aLine({ amount: '-5,00' })
    const own = await aLine({ amount: '-5,00' }, 'own')
    const none = '01989d2e-5c00-7a10-8f3b-9c1e00000000'
    const cases = [
      [credit, { as: 'fee' }, 'BANK_LINE409_NOT_THIS'],
      [credit, { as: 'sweep' }, 'BANK_LINE409_NOT_THIS'],
      [own, { as: 'sweep' }, 'BANK_LINE409_NOT_THIS'],
      [debit, { partnerId: scene.partner.partnerId }, 'BANK_LINE409_NOT_THIS'],
      [credit, { partnerId: 'prt_999999' }, 'PARTNER404_NOT_FOUND'],
      [credit, { depositId: none }, 'DEPOSIT404_NOT_FOUND'],
      [credit, { remittanceId: none }, 'REMITTANCE404_NOT_FOUND'],
      [debit, { payoutId: none }, 'PAYOUT404_NOT_FOUND'],
      [credit, { sourceId: none }, 'BANK_LINE409_NOT_THIS'],
      [none, { as: 'fee' }, 'BANK_LINE404_NOT_FOUND'],
      [credit, {}, 'VALIDATION400'],
      [credit, { as: 'fee', depositId: none }, 'VALIDATION400'],
    ] as const
    for (const [id, body, code] of cases) expectRefusal(await match(id, body), code)
    const { channel, partner } = scene
    for (const key of [channel.apiKey, partner.apiKey]) {
      expectRefusal(await match(debit, { as: 'fee' }, key), 'OPERATOR401_UNAUTHORIZED')
    }
    const { items } = await scene.platform.operator(
      '/bank-lines?status=unmatched&account=own&from=2026-11-22&to=2026-11-22&limit=1',
    )
    expect(items).toMatchObject([{ bankLineId: own }])
    expect((await scene.platform.operator('/bank-lines?from=2026-11-23')).items).toEqual([])
  })
})

describe('what the invariants notice', () => {
  test.for([
    [
      'a matched line that is still in suspense',
      `update bank_lines set status = 'matching', match_kind = 'fee', match_partner = 0,
        match_source = bank_line_id, match_code = 'BANK_FEE', match_line = 1, match_by = 'x',
        match_name = 'x', claimed_at = now() where status = 'unmatched' and amount < 0;
      update bank_lines set status = 'matched', matched_at = now() where status = 'matching'`,
      /suspense is empty or has an open bank line/,
    ],
  ] as const)('%s', async ([, sql, message]) => {
    const client = await scene.platform.pool.connect()
    try {
      await client.query(`begin; ${sql}`)
      const found = await custodyViolations(client)
      expect(found.join('\n')).toMatch(message)
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
})
