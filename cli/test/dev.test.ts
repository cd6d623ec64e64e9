/** `wasl dev` end to end: the real platform and database, and the reference partner as the developer's server. */
import { execFileSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { freePort } from '@wasl/embedded-postgres'
import { startReferencePartner, type ReferencePartner } from '@wasl/reference-partner'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { untilGone } from '../../platform/test/support/gone.ts'
import { until } from '../../platform/test/support/wait.ts'
import { startAssistant, type Assistant } from './support/mcp.ts'
import { start, wasl, waslProcess, type Ended, type Started } from './support/wasl.ts'

type Entry = Record<string, any>

let folder: string
let port: number
let dev: Started
let shop: ReferencePartner
let variables: Record<string, string>

const env = (): Record<string, string> => ({ WASL_DEV_DIR: join(folder, 'dev') })

/** A command from another terminal. */
const ask = (...args: string[]): Promise<Ended> => wasl(['dev', ...args], { env: env() })

const answered = async (...args: string[]): Promise<any> => {
  const { out, err } = await ask(...args, '--json')
  if (out === '') throw new Error(err)
  return JSON.parse(out)
}

const feed = (): Entry[] =>
  dev
    .out()
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Entry)

const startDev = async (...more: string[]): Promise<Started> => {
  const args = ['dev', '--json', '--api-url', `http://127.0.0.1:${port}`, ...more]
  const started = start(args, { env: env() })
  await until('wasl dev to be ready', () => {
    if (started.child.exitCode !== null) throw new Error(started.err())
    return started.out().includes('"kind":"ready"')
  })
  return started
}

const startShop = async (): Promise<void> => {
  shop = await startReferencePartner({
    apiSecret: variables['API_SECRET'] ?? '',
    hmacSecret: variables['HMAC_SECRET'] ?? '',
    dataFile: join(folder, 'shop.json'),
    port,
  })
}

const newReference = async (): Promise<string> =>
  (await shop.addReference({ total_amount: 1250.5 })).reference

/** Waits until no lock and no retry of an earlier test is left: the next fault could affect it. */
const endEarlierStories = async (): Promise<void> => {
  for (let moves = 0; moves < 10; moves += 1) {
    const { lines } = await answered('clock')
    if (lines.length === 0) break
    await ask('clock', 'next')
  }
}

const setFault = async (...fault: string[]): Promise<void> => {
  await endEarlierStories()
  await ask('fault', ...fault)
}

/**
 * The first attempts of a reference, when the feed has so many: its lines may follow a command's answer.
 * An event that was not acknowledged is sent again after seconds.
 */
const webhooksOf = (reference: string, count: number): Promise<Entry[]> =>
  until(`${count} attempts of ${reference} in the feed`, () => {
    const found = feed().filter(
      (entry) => entry['kind'] === 'webhook' && entry['reference'] === reference,
    )
    return found.length >= count && found.slice(0, count)
  })

const handled = (event: string, paymentId: string): boolean =>
  shop.handledEvents().has(`${event}:${paymentId}`)

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wasl-dev-'))
  port = await freePort()
})

afterAll(async () => {
  dev.child.kill('SIGINT')
  await dev.ended
  await shop.close()
  await untilGone(basename(folder))
  rmSync(folder, { recursive: true, force: true })
})

describe('wasl dev', () => {
  test('starts before the server, says that it is missing, and notices when it starts', async () => {
    dev = await startDev('--port', '0')
    variables = feed()[0]?.['environment'] as Record<string, string>
    expect(Object.keys(variables)).toEqual([
      'API_SECRET',
      'HMAC_SECRET',
      'WASL_URL',
      'WASL_API_KEY',
    ])
    await until('the server to be missed', () =>
      feed().some(
        ({ kind, ok, text }) => kind === 'partner' && !ok && /start your server/.test(String(text)),
      ),
    )
    const { code, err } = await ask('pay', 'CMD-1')
    expect(err).toContain('PARTNER502_BAD_RESPONSE')
    expect(code).toBe(1)
    await startShop()
    await until('the server to be seen', () =>
      feed().some(({ kind, ok }) => kind === 'partner' && ok),
    )
  })

  test('keeps its secrets in files that only their owner can read, and prints them for a shell', async () => {
    for (const file of ['dev.json', 'running.json']) {
      expect(statSync(join(folder, 'dev', file)).mode & 0o777).toBe(0o600)
    }
    const { out } = await ask('env')
    const read = execFileSync('bash', ['-c', `${out}\nprintf '%s' "$HMAC_SECRET"`]).toString()
    expect(read).toBe(variables['HMAC_SECRET'])
    expect(await answered('env')).toEqual(variables)
  })

  test('pays a reference, tells the server, and shows it in the feed', async () => {
    const reference = await newReference()
    const paying = ['dev', 'pay', reference, '--channel', 'DELIVERY']
    const { code, out } = await waslProcess(paying, { env: env() })
    expect(out).toContain(`${reference}: 1250.50 DZD by DELIVERY`)
    expect(out).toMatch(/payment\.success acknowledged in \d+ ms/)
    expect(code).toBe(0)
    expect(shop.order(reference)?.paid).toMatchObject({ channel: 'DELIVERY' })
    const webhooks = await webhooksOf(reference, 2)
    expect(feed()).toContainEqual(expect.objectContaining({ kind: 'lookup', reference, ok: true }))
    expect(webhooks.map(({ event, outcome }) => [event, outcome])).toEqual([
      ['payment.initialized', 'acknowledged'],
      ['payment.success', 'acknowledged'],
    ])
    const again = await ask('pay', reference)
    expect(again.err).toContain('REFERENCE409_ALREADY_PAID')
    expect(again.code).toBe(1)
  })

  test('sends one event with \\u escapes, which a re-encoded body would betray', async () => {
    await until('the test event', () => feed().some((entry) => entry['test'] === true))
    const tests = feed().filter((entry) => entry['test'] === true)
    expect(tests).toMatchObject([{ kind: 'webhook', ok: true }])
  })

  test('asks before it opens a price that looks like centimes', async () => {
    const { reference } = await shop.addReference({ total_amount: 125_050 })
    const held = await ask('pay', reference)
    expect(held.err).toContain('125050.00 DZD, 100 times the last price (1250.50 DZD)')
    expect(held.code).toBe(1)
    expect(feed()).not.toContainEqual(expect.objectContaining({ reference }))
    const other = await ask('pay', reference, '--amount', '1250.50')
    expect(other.err).toContain('expected 1250.50 DZD by --amount, and your server answered 125050')
    expect(await answered('pay', reference, '--amount', '125050', '--cancel')).toMatchObject({
      stage: 'released',
    })
  })

  test.each([
    ['--cancel', 'cancelled'],
    ['--fail', 'failed'],
  ])('ends a payment with %s', async (flag, reason) => {
    const reference = await newReference()
    const { stage, failReason, paymentId } = await answered('pay', reference, flag)
    expect({ stage, failReason }).toEqual({ stage: 'released', failReason: reason })
    expect(handled('payment.fail', paymentId)).toBe(true)
  })

  test('lets a lock expire when the clock moves past it', async () => {
    const reference = await newReference()
    const { paymentId, stage } = await answered('pay', reference, '--hold')
    expect(stage).toBe('locked')
    const refused = await ask('pay', reference)
    expect(refused.err).toContain('REFERENCE409_LOCKED')
    const { out } = await ask('clock', '+16m')
    expect(out).toContain('16 min')
    await until('the lock to expire', () => handled('payment.fail', paymentId))
    expect((await answered('pay', reference, '--expire')).failReason).toBe('expired')
  })

  test('moves to the next moment: an unacknowledged event is sent again', async () => {
    const reference = await newReference()
    await setFault('down', '--on', 'webhooks', '--event', 'payment.success', '--times', '1')
    const { code, out } = await ask('pay', reference)
    expect(out).toContain('This is the fault "down"')
    expect(code).toBe(1)
    // Nothing meets this one: it is there to be switched off.
    await ask('fault', 'tamper', '--event', 'payment.fail')
    const { out: faults } = await ask('fault', 'off')
    expect(faults).toContain('no faults')
    expect(faults).not.toContain('lost-ack')
    const { out: listed } = await ask('fault')
    for (const kind of ['slow', 'lost-ack', 'duplicate', 'reorder', 'down', 'tamper']) {
      expect(listed).toMatch(new RegExp(`^  ${kind} +\\w`, 'm'))
    }
    const moves: Ended[] = []
    while (moves.length < 4 && !shop.order(reference)?.paid) moves.push(await ask('clock', 'next'))
    expect(shop.order(reference)?.paid, JSON.stringify(moves)).not.toBeNull()
    const webhooks = await webhooksOf(reference, 3)
    const attempts = webhooks.filter(({ event }) => event === 'payment.success')
    expect(attempts.map(({ outcome }) => outcome)).toEqual(['connection', 'acknowledged'])
  })

  test('waits for an attempt under way before it moves to the next moment', async () => {
    const reference = await newReference()
    await setFault('tamper', '--event', 'payment.success', '--times', '1')
    await ask('fault', 'slow', '--delay', '3s', '--event', 'payment.success', '--times', '1')
    const paying = ask('pay', reference)
    await until('the attempt that waits', () => feed().some(({ fault }) => fault === 'slow'))
    const { out } = await ask('clock', 'next')
    expect(out).toContain(`later: attempt 2 of payment.success for ${reference}`)
    await paying
    expect(shop.order(reference)?.paid).not.toBeNull()
  })

  test('loses an acknowledgement: the event is sent again, and changes nothing', async () => {
    const reference = await newReference()
    await endEarlierStories()
    await ask('pay', reference, '--hold')
    await ask('fault', 'lost-ack', '--times', '1')
    const held = await answered('clock', '+20m')
    expect(held.aheadMs).toBeGreaterThan(0)
    const [opening, first] = await webhooksOf(reference, 2)
    expect(opening).toMatchObject({ event: 'payment.initialized', outcome: 'acknowledged' })
    expect(first).toMatchObject({ event: 'payment.fail', outcome: 'connection', attempt: 1 })
    expect(handled('payment.fail', String(first?.['paymentId']))).toBe(true)
    await ask('clock', '+20s')
    const [, , second] = await webhooksOf(reference, 3)
    expect(second).toMatchObject({ outcome: 'acknowledged', attempt: 2 })
  })

  test('sends the same bytes of a webhook twice', async () => {
    const reference = await newReference()
    await setFault('duplicate', '--times', '2')
    expect((await ask('pay', reference)).code).toBe(0)
    await webhooksOf(reference, 2)
    const met = feed().filter(({ kind, fault }) => kind === 'fault' && fault === 'duplicate')
    expect(met).toHaveLength(2)
    expect(shop.order(reference)?.paid).not.toBeNull()
  })

  test('sends the outcome before the opening', async () => {
    const reference = await newReference()
    await setFault('reorder', '--times', '1')
    const { paymentId } = await answered('pay', reference)
    await until('both to arrive', () => handled('payment.initialized', paymentId))
    const keys = [...shop.handledEvents().keys()].filter((key) => key.endsWith(paymentId))
    expect(keys).toEqual([`payment.success:${paymentId}`, `payment.initialized:${paymentId}`])
  })

  test('delays requests, and gives up when the platform would', async () => {
    const reference = await newReference()
    await setFault('slow', '--delay', '5500ms', '--on', 'lookups', '--times', '1')
    const { err } = await ask('pay', reference)
    expect(err).toContain('PARTNER504_TIMEOUT')
    await ask('fault', 'slow', '--delay', '700ms', '--times', '1')
    const { deliveries } = await answered('pay', reference)
    expect(deliveries[0].durationMs).toBeLessThan(10_000)
    expect(deliveries[0]).toMatchObject({ event: 'payment.initialized', outcome: 'acknowledged' })
  })

  test('changes a webhook, which the server then refuses', async () => {
    const reference = await newReference()
    await setFault('tamper', '--times', '1')
    const { deliveries } = await answered('pay', reference)
    expect(deliveries[0]).toMatchObject({ outcome: 'http_status', status: 401, fault: 'tamper' })
  })

  test('answers both APIs of partners with the variables of "wasl dev env"', async () => {
    const reference = await newReference()
    await ask('pay', reference)
    const platform = {
      ...env(),
      WASL_URL: variables['WASL_URL'],
      WASL_API_KEY: variables['WASL_API_KEY'],
    }
    const paid = await wasl(['status', reference, '--json'], { env: platform })
    expect(JSON.parse(paid.out)).toMatchObject({
      stage: 'paid',
      payment: { webhookDelivery: 'delivered' },
    })
    await ask('refund', reference)
    expect((await wasl(['status', reference], { env: env() })).out).toMatch(/^stage +refunded$/m)
    const wrong = await wasl(['status', reference, '--api-key', 'wasl_prt_1001_no'], {
      env: platform,
    })
    expect(wrong.err).toContain('PARTNER_API401_UNAUTHORIZED')
    expect(wrong.code).toBe(1)
  })

  test('makes a QR code, sets and unsets its amounts, and pays it until it expires', async () => {
    const { qrCodeToken } = await answered('qr', 'new', '--amount', '500', '--expires-in', '10m')
    expect((await answered('qr', 'pay', qrCodeToken)).stage).toBe('paid')
    await ask('clock', '+11m')
    const gone = await ask('qr', 'pay', qrCodeToken)
    expect(gone.code).toBe(1)
    const set = await wasl(['qr', 'set', qrCodeToken, '700', '900'], { env: env() })
    expect(set.out).toContain('700 or 900 DZD, PERMANENT')
    expect((await answered('qr', 'pay', qrCodeToken, '--amount', '900')).amount).toBe(900)
    const unset = await wasl(['qr', 'unset', qrCodeToken], { env: env() })
    expect(unset.out).toContain('the payer types the amount')
  })

  test('returns to the present, and deletes what would lie in the future', async () => {
    const { out } = await ask('clock', 'reset')
    expect(out).toMatch(/[1-9]\d* payments were deleted/)
    expect(out).not.toContain('ahead')
    const reference = await newReference()
    expect((await ask('pay', reference)).code).toBe(0)
  })

  describe('with an assistant (wasl mcp)', () => {
    let assistant: Assistant

    beforeAll(async () => {
      assistant = await startAssistant(env())
    })

    afterAll(() => assistant.client.close())

    test('says that it is local, and which of its tools only read', async () => {
      expect(assistant.client.getInstructions()).toContain('any other address is refused')
      const { tools } = await assistant.client.listTools()
      const reading = tools.filter(({ annotations }) => annotations?.readOnlyHint)
      expect(reading.map(({ name }) => name)).toEqual([
        'search_docs',
        'explain_error',
        'explain_signature',
        'local_platform',
        'read_deliveries',
        'explain_check',
      ])
      expect(tools.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['open_reference', 'pay_reference', 'cancel_reference']),
      )
    })

    test('searches the documents in the language that is asked for', async () => {
      const english = await assistant.ask('search_docs', { query: 'verify a webhook signature' })
      expect(english.split('\n')[0]).toMatch(/^docs\/guides\/verify-a-webhook\.md – /)
      const arabic = await assistant.ask('search_docs', { query: 'رمز', language: 'ar' })
      expect(arabic).toMatch(/^docs\/guides\/ar\//)
      expect(await assistant.refusal('search_docs', { query: 'zxqw' })).toContain('Try other words')
    })

    test('explains an error code, and names the nearest ones to a wrong code', async () => {
      const told = await assistant.ask('explain_error', { code: 'reference409_locked' })
      expect(told).toContain('REFERENCE409_LOCKED: HTTP 409')
      expect(told).toContain('العربية: ')
      expect(told).toContain('POST /channel/v1/payments')
      const wrong = await assistant.refusal('explain_error', { code: 'REFERENCE_LOCKED' })
      expect(wrong).toContain('Did you mean REFERENCE409_LOCKED')
    })

    test('opens, pays, refunds and cancels, and reads every attempt', async () => {
      const reference = await newReference()
      expect(await assistant.ask('open_reference', { reference })).toContain('locked until')
      const [opened] = await webhooksOf(reference, 1)
      expect(await assistant.ask('pay_reference', { reference })).toContain(
        'payment.success acknowledged',
      )
      // The payment that was open, and no second one.
      const webhooks = await webhooksOf(reference, 2)
      expect(new Set(webhooks.map(({ paymentId }) => paymentId))).toEqual(
        new Set([opened?.['paymentId']]),
      )
      expect(await assistant.ask('refund_reference', { reference, amount: 100 })).toContain(
        '100.00 DZD refunded',
      )
      const other = await newReference()
      await endEarlierStories()
      await ask('fault', 'tamper', '--event', 'payment.fail', '--times', '1')
      await assistant.ask('cancel_reference', { reference: other })
      const read = await assistant.ask('read_deliveries', { reference: other })
      expect(read).toMatch(/payment\.initialized, attempt 1 at \S+: acknowledged in \d+ ms/)
      expect(read).toMatch(/payment\.fail, attempt 1 at \S+: .*401/)
      expect(read).toContain('Your server is right: the signature was wrong')
      expect(await assistant.refusal('pay_reference', { reference: 'CMD-UNKNOWN' })).toContain(
        'REFERENCE404_NOT_FOUND',
      )
    })

    test('finds the mistake in a signature, and shows no secret', async () => {
      const secret = variables['HMAC_SECRET'] ?? ''
      const [timestamp, body] = ['1795000000', '{"event":"payment.success"}']
      const mistaken = createHmac('sha256', secret).update(timestamp).update(body).digest('hex')
      const told = await assistant.ask('explain_signature', {
        body,
        headers: `X-Timestamp: ${timestamp}\nX-Signature: ${mistaken}`,
      })
      expect(told).toContain('[order_timestamp_first]')
      expect(told).not.toContain(secret)
    })

    test('runs checks, and explains why one failed', async () => {
      const { reference } = await shop.addReference({ total_amount: 300 })
      const passed = await assistant.ask('run_checks', {
        references: { payable: reference },
        only: ['lookup'],
      })
      expect(passed).toContain('0 failed')
      const report = await assistant.ask('run_checks', {
        references: { payable: reference, paid: reference },
        only: ['lookup'],
      })
      const [, id = ''] = /^failed (\S+):/m.exec(report) ?? []
      const why = await assistant.ask('explain_check', { id })
      expect(why).toContain('Problem: ')
      expect(why).toContain('Fix: ')
      expect(why).toContain('authorization: Bearer <API_SECRET>')
      expect(why).not.toContain(variables['API_SECRET'])
    })

    test.each([
      ['the platform', 'platformUrl', 'https://wasl.example'],
      ['the control of wasl dev', 'controlUrl', 'http://198.51.100.7:9000'],
      ['a name that a DNS answers', 'controlUrl', 'http://wasl.localhost:9000'],
    ])('refuses %s elsewhere', async (_what, field, url) => {
      const elsewhere = join(folder, 'elsewhere')
      cpSync(join(folder, 'dev'), elsewhere, { recursive: true })
      const running = JSON.parse(readFileSync(join(elsewhere, 'running.json'), 'utf8')) as Entry
      writeFileSync(join(elsewhere, 'running.json'), JSON.stringify({ ...running, [field]: url }))
      const strayed = await startAssistant({ WASL_DEV_DIR: elsewhere })
      for (const tool of ['pay_reference', 'read_deliveries', 'refund_reference']) {
        const told = await strayed.refusal(tool, { reference: 'CMD-1' })
        expect(told).toContain(`${url}, which is not on this machine`)
      }
      await strayed.client.close()
    })

    test('refuses to check a server elsewhere', async () => {
      const strayed = await startAssistant({ ...env(), API_URL: 'https://shop.example/pay' })
      expect(await strayed.refusal('run_checks')).toContain(
        'The API URL is https://shop.example/pay, which is not on this machine',
      )
      await strayed.client.close()
    })
  })

  test('starts over: no payment, no fault, the same keys', async () => {
    await ask('fault', 'down')
    const { out } = await ask('reset')
    expect(out).toMatch(/[1-9]\d* payments were deleted/)
    expect(await answered('info')).toMatchObject({ faults: [] })
    const reference = await newReference()
    expect((await ask('pay', reference)).code).toBe(0)
  })

  test('refuses to run twice on the same data', async () => {
    const second = await waslProcess(['dev', '--api-url', `http://127.0.0.1:${port}`], {
      env: env(),
    })
    expect(second.err).toContain('wasl dev runs already')
    expect(second.code).toBe(3)
  })

  test('keeps its secrets after a kill, and takes another port if its own is taken', async () => {
    dev.child.kill('SIGKILL')
    await dev.ended
    const taken = createServer().listen(
      Number(new URL(variables['WASL_URL'] ?? '').port),
      '127.0.0.1',
    )
    dev = await startDev()
    taken.close()
    const { environment, platformUrl } = feed()[0] ?? {}
    expect(dev.err()).toContain('is taken by another program')
    expect(environment).toEqual({ ...variables, WASL_URL: platformUrl })
    const reference = await newReference()
    expect((await ask('pay', reference)).code).toBe(0)
  })

  test('exits with 0 on Ctrl-C; commands then say that it is not running', async () => {
    dev.child.kill('SIGINT')
    expect((await dev.ended).code).toBe(0)
    const { code, err } = await ask('info')
    expect(err).toContain('wasl dev is not running')
    expect(code).toBe(3)
  })
})
