/** Echoes over HTTP: what a partner acknowledged is looked up again (W126). */
import { echoRecord, listOf, type EchoRecord } from '@wasl/protocol'
import { beforeEach, describe, expect, test } from 'vitest'
import { newReference, type TestPartner } from './support/node.ts'
import { patiently } from './support/patiently.ts'
import { makeQrCode, payCode } from './support/qr.ts'
import { expectRefusal, useScene } from './support/scene.ts'
import { until } from './support/wait.ts'

/** Lookups that a test holds are held until it lets them go. */
const scene = useScene({ hooks: { aroundSend: patiently } })

let partner: TestPartner

const setEcho = (echo: string, who = partner) =>
  scene.platform.call('PATCH', `/operator/v1/partners/${who.partnerId}`, {
    key: scene.platform.operatorKey,
    body: { echo },
  })

beforeEach(async () => {
  partner = await scene.platform.createPartner(scene.server)
  expect((await setEcho('all')).body.echo).toBe('all')
})

const echoesOf = async (who = partner, state = ''): Promise<EchoRecord[]> => {
  const query = `partnerId=${who.partnerId}${state && `&state=${state}`}`
  const body = await scene.platform.operator(`/echoes?${query}`)
  expect(listOf(echoRecord).parse(body)).toEqual(body)
  return body.items
}

/** Pays a reference and waits until its success was acknowledged and recorded. */
const acknowledged = async (reference = newReference(), who = partner) => {
  const { platform, server, channel } = scene
  const { paymentId } = await platform.opened(channel, who, reference)
  await platform.change(channel, 'confirm', paymentId)
  await server.webhooksArrived(reference, 1, 'payment.success')
  await platform.settled()
  return { reference, paymentId }
}

const echoOf = async (reference: string): Promise<EchoRecord | undefined> =>
  (await echoesOf()).find((echo) => echo.reference === reference)

/** Moves past the next lookup and waits until it has ended in this state. */
const echoed = async (reference: string, state: string, minutes = 11): Promise<EchoRecord> => {
  const before = await echoOf(reference)
  await scene.platform.clock.advance(minutes * 60)
  return until(`the echo of ${reference} to be ${state}`, async () => {
    const echo = await echoOf(reference)
    const hasChanged = echo?.lookedUpAt !== before?.lookedUpAt || echo?.state !== before?.state
    return hasChanged && echo?.state === state && isAtRest(echo) && echo
  })
}

/** No lookup runs: the next one is far ahead, or none. */
const isAtRest = ({ lookedUpAt, nextLookupAt }: EchoRecord): boolean =>
  nextLookupAt === null ||
  (lookedUpAt !== null && Date.parse(nextLookupAt) - Date.parse(lookedUpAt) > 60_000)

const warnings = async (): Promise<{ kind: string; reference: string; message: string }[]> =>
  (await scene.platform.operator(`/partners/${partner.partnerId}`)).warnings

const metric = async (name: string): Promise<number> => {
  const { text } = await scene.platform.call('GET', '/metrics')
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.split(' ')[1],
  )
}

const booked = { status: 409, body: { error: 'ALREADY_PAID', errorMessage: 'Paid.' } }

describe('an acknowledged success', () => {
  test('that the partner has booked is looked up once, ten minutes later', async () => {
    const { server, platform } = scene
    const { reference } = await acknowledged()
    expect(server.lookupsOf(reference)).toHaveLength(1)
    expect((await echoesOf()).map(({ state }) => state)).toEqual(['due'])
    server.onLookup(() => booked, reference)
    const echo = await echoed(reference, 'agreed')
    expect(echo.answer).toContain('409 ALREADY_PAID')
    await platform.clock.advance(30 * 3_600)
    await acknowledged()
    expect(server.lookupsOf(reference)).toHaveLength(2)
    expect(await warnings()).toEqual([])
  })

  test('that the partner still asks money for is a warning, a metric and on the list', async () => {
    const { reference, paymentId } = await acknowledged()
    const before = await metric('wasl_echoes_unbooked')
    const echo = await echoed(reference, 'unbooked')
    expect(echo.answer).toBe('the partner still asks for 599.80 DZD')
    expect(await warnings()).toMatchObject([
      { kind: 'echo', reference, message: expect.stringContaining('was not booked') },
    ])
    expect(await metric('wasl_echoes_unbooked')).toBeGreaterThan(before)
    expect(await metric('wasl_echoes_total{result="unbooked"}')).toBeGreaterThan(0)
    const unbooked = await echoesOf(partner, 'unbooked')
    expect(unbooked.map((one) => one.paymentId)).toEqual([paymentId])
  })

  test('is resolved when a later echo agrees', async () => {
    const { server } = scene
    const { reference } = await acknowledged()
    await echoed(reference, 'unbooked')
    server.onLookup(() => booked, reference)
    await echoed(reference, 'agreed', 61)
    expect([await warnings(), await echoesOf(partner, 'unbooked')]).toEqual([[], []])
  })

  test('is resolved by a redelivery, and looked up again after it', async () => {
    const { server, platform } = scene
    const { reference, paymentId } = await acknowledged()
    await echoed(reference, 'unbooked')
    const eventId = paymentId.replace(/00([0-9a-f]{8})$/, '02$1')
    const path = `/operator/v1/webhook-events/${eventId}/redeliver`
    const sent = await platform.call('POST', path, { key: platform.operatorKey })
    expect(sent.status).toBe(200)
    await server.webhooksArrived(reference, 2, 'payment.success')
    await platform.settled()
    expect((await echoesOf()).map(({ state }) => state)).toEqual(['due'])
    server.onLookup(() => booked, reference)
    await echoed(reference, 'agreed')
    expect(await warnings()).toEqual([])
  })

  test('that agreed is not looked up again when its event is sent again', async () => {
    const { server, platform } = scene
    const { reference, paymentId } = await acknowledged()
    server.onLookup(() => booked, reference)
    await echoed(reference, 'agreed')
    const eventId = paymentId.replace(/00([0-9a-f]{8})$/, '02$1')
    await platform.call('POST', `/operator/v1/webhook-events/${eventId}/redeliver`, {
      key: platform.operatorKey,
    })
    await server.webhooksArrived(reference, 2, 'payment.success')
    await platform.settled()
    expect((await echoesOf()).map(({ state }) => state)).toEqual(['agreed'])
  })

  test('of a partner that no longer knows the reference is not booked', async () => {
    const { reference } = await acknowledged()
    scene.server.onLookup(
      () => ({ status: 404, body: { error: 'NOT_FOUND', errorMessage: 'Unknown.' } }),
      reference,
    )
    expect((await echoed(reference, 'unbooked')).answer).toContain('404 NOT_FOUND')
  })

  test('that was refunded is not looked up', async () => {
    const { server, platform } = scene
    const { reference, paymentId } = await acknowledged()
    await platform.refund(paymentId)
    await echoed(reference, 'refunded')
    expect(server.lookupsOf(reference)).toHaveLength(1)
  })
})

describe('no echo', () => {
  test('is made of a payment by QR code, nor of a cancelled one', async () => {
    const { platform, channel, server } = scene
    const token = await makeQrCode(platform.pool, partner)
    const { body: payment } = await payCode(platform, channel, token, { amount: 500 })
    await platform.change(channel, 'confirm', payment.paymentId)
    await server.webhooksArrived(payment.reference, 1, 'payment.success')
    const cancelled = await platform.opened(channel, partner, newReference())
    await platform.change(channel, 'cancel', cancelled.paymentId)
    await server.webhooksArrived(cancelled.reference, 1, 'payment.fail')
    await platform.settled()
    expect(await echoesOf()).toEqual([])
  })

  test('is made of a partner whose setting is off, which is the default', async () => {
    const other = await scene.platform.createPartner(scene.server)
    const path = `/partners/${other.partnerId}`
    expect((await scene.platform.operator(path)).echo).toBe('off')
    await acknowledged(newReference(), other)
    expect(await echoesOf(other)).toEqual([])
  })

  test('goes out after the setting was changed to off', async () => {
    const { server, platform } = scene
    const { reference } = await acknowledged()
    await setEcho('off')
    await platform.clock.advance(11 * 60)
    const other = await platform.createPartner(server)
    await setEcho('all', other)
    const second = await acknowledged(newReference(), other)
    await platform.clock.advance(11 * 60)
    // A round that serves the other partner passes this one over.
    await until('the echo of the other partner', () => server.lookupsOf(second.reference)[1])
    expect(server.lookupsOf(reference)).toHaveLength(1)
  })

  test('and no setting but the three', async () => {
    expectRefusal(await setEcho('some'), 'VALIDATION400')
  })
})

test('a sample is one in 16, by the payment’s own id', async () => {
  await setEcho('sample')
  const { pool } = scene.platform
  const paid = []
  for (let count = 0; count < 40; count += 1) paid.push(await acknowledged())
  const { rows } = await pool.query<{ payment_id: string }>(
    `select payment_id from payments
    where partner_id = $1 and get_byte(uuid_send(payment_id), 10) < 16
    order by payment_id desc`,
    [partner.number],
  )
  const echoes = await echoesOf()
  expect(echoes.map(({ paymentId }) => paymentId)).toEqual(rows.map((row) => row.payment_id))
  expect(echoes.length).toBeLessThan(paid.length)
})

describe('a hostile partner', () => {
  const answers = {
    'closes the connection': { drop: true },
    'answers 500': { status: 500, body: 'no' },
    'answers what is not JSON': { status: 200, body: '<html>'.repeat(1_000) },
    'answers about another reference': {
      status: 200,
      body: { reference: 'X', total_amount: 1, currency: 'DZD' },
    },
    redirects: { status: 302, headers: { location: 'http://127.0.0.1:1/' } },
  } as const

  test.for(Object.entries(answers))(
    'that %s to echoes keeps its payers’ lookups',
    async ([, reply]) => {
      const { server, platform, channel } = scene
      const references = []
      // More failures in a row than open a circuit breaker.
      for (let count = 0; count < 6; count += 1) {
        const { reference } = await acknowledged()
        references.push(reference)
        server.onLookup(() => reply, reference)
      }
      await platform.clock.advance(11 * 60)
      await until('every echo to have its answer', async () => {
        const echoes = await echoesOf()
        return (
          echoes.length === 6 && echoes.every((one) => one.lookedUpAt !== null && isAtRest(one))
        )
      })
      const echoes = await echoesOf()
      expect(echoes.map(({ state }) => state)).toEqual(Array(6).fill('due'))
      expect(await warnings()).toEqual([])
      // The breaker is closed, and nothing counts against the partner.
      const opened = await platform.open(channel, partner, newReference())
      expect(opened.status).toBe(201)
    },
  )

  test('that never gives a usable answer is asked four times in 31 hours', async () => {
    const { server, platform } = scene
    const { reference } = await acknowledged()
    server.onLookup(() => ({ status: 500, body: 'no' }), reference)
    await echoed(reference, 'due')
    await echoed(reference, 'due', 61)
    await echoed(reference, 'due', 361)
    const echo = await echoed(reference, 'unanswered', 24 * 60 + 1)
    expect(echo).toMatchObject({ nextLookupAt: null, answer: expect.stringContaining('500') })
    await platform.clock.advance(48 * 3_600)
    expect(server.lookupsOf(reference)).toHaveLength(5)
  })
})

describe('payers first', () => {
  test('an echo waits while the partner’s lookups are many, and is made once they end', async () => {
    const { server, platform, channel } = scene
    const { reference } = await acknowledged()
    const gate = Promise.withResolvers<void>()
    const slow = Array.from({ length: 16 }, () => newReference())
    for (const each of slow) server.onLookup(async () => gate.promise.then(() => ({})), each)
    const openings = slow.map((each) => platform.open(channel, partner, each))
    await until('the lookups to be under way', () =>
      slow.every((each) => server.lookupsOf(each).length > 0),
    )
    const before = await metric('wasl_echoes_total{result="postponed"}')
    await platform.clock.advance(11 * 60)
    await until('the echo to be postponed', async () => {
      return (await metric('wasl_echoes_total{result="postponed"}')) > before
    })
    expect(server.lookupsOf(reference)).toHaveLength(1)
    gate.resolve()
    await Promise.all(openings)
    server.onLookup(() => booked, reference)
    await echoed(reference, 'agreed', 2)
    expect(server.lookupsOf(reference)).toHaveLength(2)
  })

  test('two processes look a payment up once', async () => {
    const { server, platform } = scene
    const node = await platform.startNode()
    const references: string[] = []
    for (let count = 0; count < 8; count += 1) {
      const { reference } = await acknowledged()
      server.onLookup(() => booked, reference)
      references.push(reference)
    }
    await platform.clock.advance(11 * 60)
    await until('every echo to agree', async () =>
      (await echoesOf()).every(({ state }) => state === 'agreed'),
    )
    expect(references.map((each) => server.lookupsOf(each).length)).toEqual(Array(8).fill(2))
    await node.stop()
  })

  test('an echo of a process that died is made by another one', async () => {
    const { server, platform } = scene
    const { reference } = await acknowledged()
    // What a claim leaves behind.
    await platform.pool.query(
      `update payment_echoes set lookups = 1, due_at = wasl_now() + interval '60 s'
      where partner_id = $1`,
      [partner.number],
    )
    server.onLookup(() => booked, reference)
    await echoed(reference, 'agreed', 2)
    expect(server.lookupsOf(reference)).toHaveLength(2)
  })
})
