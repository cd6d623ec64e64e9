/** The partner kit's client and reconciler against the real platform. Neither package imports the other. */
import {
  createClient,
  fileProgress,
  memoryProgress,
  reconcile,
  runReconcile,
  type Client,
  type Finding,
  type ReconcileClock,
  type ReferenceToCheck,
} from '@wasl/partner-kit'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { newReference, type TestChannel, type TestPartner } from '../platform/test/support/node.ts'
import type { TestPlatform } from '../platform/test/support/platform.ts'
import { makeQrCode, payCode } from '../platform/test/support/qr.ts'
import { useScene } from '../platform/test/support/scene.ts'
import { until } from '../platform/test/support/wait.ts'

const scene = useScene()

const clientOf = (partner: Pick<TestPartner, 'apiKey'>, retries = 2): Client =>
  createClient({ baseUrl: scene.platform.origin, apiKey: partner.apiKey, retries })

let client: Client

beforeAll(() => {
  client = clientOf(scene.partner)
})

const paid = async (
  reference: string,
  { partner, channel }: { partner: TestPartner; channel: TestChannel } = scene,
): Promise<{ paymentId: string }> => {
  const payment = await scene.platform.opened(channel, partner, reference)
  await scene.platform.change(channel, 'confirm', payment.paymentId)
  return payment
}

describe('the list of payments (D31)', () => {
  test('has the payments of every page, and what the platform refuses', async () => {
    const partner = await scene.platform.createPartner(scene.server)
    const own = clientOf(partner)
    const references = Array.from({ length: 5 }, () => newReference())
    for (const reference of references) await paid(reference, { ...scene, partner })
    const listed: string[] = []
    for (let cursor: string | undefined, pages = 0; pages < 3; pages += 1) {
      const page = await own.listPayments({ stage: 'paid', limit: 2, cursor })
      if (!page.ok) throw new Error(page.message)
      expect(page.rateLimit?.remaining).toBe(59 - pages)
      listed.push(...page.data.items.map(({ reference }) => reference))
      cursor = page.data.nextCursor ?? undefined
    }
    expect(listed).toEqual(references)
    expect(await own.listPayments({ limit: 501 })).toMatchObject({
      ok: false,
      error: 'VALIDATION400',
      attempts: 0,
    })
    expect(await own.listPayments({ from: '2026-11-22', to: '2026-11-21' })).toMatchObject({
      error: 'VALIDATION400',
      attempts: 1,
    })
  })

  test('spares a reconciler the statuses of what agrees', async () => {
    const partner = await scene.platform.createPartner(scene.server)
    const references = Array.from({ length: 90 }, () => newReference())
    for (const reference of references) await paid(reference, { ...scene, partner })
    const own = clientOf(partner)
    let statuses = 0
    const counting = {
      ...own,
      status: (...asked: Parameters<Client['status']>) => {
        statuses += 1
        return own.status(...asked)
      },
    }
    const outcome = await runReconcile({
      client: counting,
      references: references.map((reference) => ({ reference, state: 'paid', amount: 599.8 })),
      onFinding: (finding) => expect.fail(JSON.stringify(finding)),
    })
    expect(outcome).toMatchObject({ ok: true, progress: { checked: 90, findings: 0 } })
    expect(statuses).toBe(50)
  })
})

describe('a status (section 4.3)', () => {
  test('shows every stage of a payment, for a reference in any script', async () => {
    const { platform, channel, partner } = scene
    const reference = `فاتورة/${newReference()} 2026?#%`
    const stage = async (): Promise<unknown> => {
      const result = await client.status(reference)
      return result.ok ? [result.data.stage, result.data.amount] : result
    }
    expect(await stage()).toEqual(['not_found', null])
    const first = await platform.opened(channel, partner, reference)
    expect(await stage()).toEqual(['locked', 599.8])
    await platform.change(channel, 'cancel', first.paymentId)
    expect(await stage()).toEqual(['released', 599.8])
    const { paymentId } = await paid(reference)
    expect(await stage()).toEqual(['paid', 599.8])
    await platform.refund(paymentId)
    expect(await stage()).toEqual(['refunded', 599.8])
  })

  test('has the request id and the rest of the quota', async () => {
    const partner = await scene.platform.createPartner(scene.server)
    const result = await clientOf(partner).status('INV')
    expect(result).toMatchObject({ ok: true, rateLimit: { remaining: 59, resetMs: 60_000 } })
    expect(result.requestId).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('has an error code for a wrong key, an inactive partner and a used-up quota', async () => {
    const { platform } = scene
    const wrong = await clientOf({ apiKey: 'wasl_prt_1_nobody' }).status('INV')
    expect(wrong).toMatchObject({
      ok: false,
      error: 'PARTNER_API401_UNAUTHORIZED',
      status: 401,
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    const partner = await platform.createPartner(scene.server)
    const calls = Array.from({ length: 60 }, () => clientOf(partner).status('INV'))
    await Promise.all(calls)
    const limited = await clientOf(partner).status('INV')
    expect(limited).toMatchObject({
      ok: false,
      error: 'PARTNER_API429_RATE_LIMITED',
      status: 429,
      attempts: 1,
    })
    expect(!limited.ok && (limited.retryAfterMs ?? 0)).toBeGreaterThan(50_000)
    await platform.call('PATCH', `/operator/v1/partners/${partner.partnerId}`, {
      key: platform.operatorKey,
      body: { status: 'inactive' },
    })
    const inactive = await clientOf(partner).status('INV')
    expect(inactive).toMatchObject({ ok: false, error: 'PARTNER_API403_MERCHANT_INACTIVE' })
  })
})

describe('amounts of a QR code (sections 4.4 and 4.5)', () => {
  test('are set, paid and reconciled like any payment', async () => {
    const { platform, channel, partner } = scene
    const qrCodeToken = await makeQrCode(platform.pool, partner)
    const set = await client.setQrConfig({ qrCodeToken, amounts: [1200], singleUse: true })
    expect(set).toMatchObject({
      ok: true,
      rateLimit: null,
      data: { qrCodeToken, kind: 'SINGLE_USE', mode: 'SINGLE_AMOUNT', amounts: [1200] },
    })
    const payment = await payCode(platform, channel, qrCodeToken)
    expect(payment.status).toBe(201)
    const held = await client.setQrConfig({ qrCodeToken, amounts: [1300] })
    expect(held).toMatchObject({ ok: false, error: 'QR_CODE400_CANNOT_BE_MODIFIED', status: 400 })
    await platform.change(channel, 'confirm', payment.body.paymentId)
    const { reference } = payment.body
    expect(await client.status(reference)).toMatchObject({
      ok: true,
      data: { stage: 'paid', amount: 1200 },
    })
  })

  test('for a single use are never set again by a retry, because they could then be paid twice', async () => {
    const { platform, channel, partner } = scene
    const qrCodeToken = await makeQrCode(platform.pool, partner)
    const config = { qrCodeToken, amounts: [500], singleUse: true }
    await client.setQrConfig(config)
    const { body } = await payCode(platform, channel, qrCodeToken)
    await platform.change(channel, 'confirm', body.paymentId)
    await client.setQrConfig(config)
    expect((await payCode(platform, channel, qrCodeToken)).status).toBe(201)
  })

  test('are set until a time, replaced, and removed repeatedly', async () => {
    const qrCodeToken = await makeQrCode(scene.platform.pool, scene.partner)
    const expiresAt = new Date((await scene.platform.clock.now()).getTime() + 3_600_000)
    const amounts = [599.8, 1200]
    expect(await client.setQrConfig({ qrCodeToken, amounts, expiresAt })).toMatchObject({
      ok: true,
      data: { kind: 'TIME_LIMITED', mode: 'MULTI_AMOUNT', expiresAt: expiresAt.toISOString() },
    })
    expect(await client.setQrConfig({ qrCodeToken, amounts })).toMatchObject({
      ok: true,
      data: { kind: 'PERMANENT', amounts },
    })
    for (let call = 0; call < 2; call += 1) {
      expect(await client.unsetQrConfig({ qrCodeToken })).toMatchObject({
        ok: true,
        data: { kind: null, mode: 'OPEN_AMOUNT', amounts: [] },
      })
    }
  })

  test('have error codes for an unknown code, a disabled code, a past expiry and a wrong key', async () => {
    const { platform, partner } = scene
    const qrCodeToken = await makeQrCode(platform.pool, partner)
    const unknown = await client.setQrConfig({ qrCodeToken: 'Z'.repeat(26), amounts: [500] })
    expect(unknown).toMatchObject({ ok: false, error: 'QR_CODE404_NOT_FOUND', status: 404 })
    const expiresAt = new Date((await platform.clock.now()).getTime() - 1_000)
    const late = await client.setQrConfig({ qrCodeToken, amounts: [500], expiresAt })
    expect(late).toMatchObject({
      ok: false,
      error: 'VALIDATION400',
      status: 400,
      details: [{ path: 'expiresAt' }],
    })
    const stranger = clientOf({ apiKey: 'wasl_prt_1_nobody' })
    expect(await stranger.unsetQrConfig({ qrCodeToken })).toMatchObject({
      ok: false,
      error: 'AUTH401_UNAUTHORIZED_ACCESS',
      status: 401,
    })
    await platform.pool.query(`update qr_codes set status = 'disabled' where token = $1`, [
      qrCodeToken,
    ])
    expect(await client.setQrConfig({ qrCodeToken, amounts: [500] })).toMatchObject({
      ok: false,
      error: 'QR_CODE400_INVALID_STATUS',
      status: 400,
    })
  })
})

/** Waits by moving the platform's clock forward. The clock also follows this machine's clock. */
const movedClock = (platform: TestPlatform): ReconcileClock & { movedMs: () => number } => {
  let movedMs = 0
  return {
    nowMs: () => performance.now() + movedMs,
    async sleep(ms) {
      await platform.clock.advanceMs(Math.ceil(ms))
      movedMs += Math.ceil(ms)
    },
    movedMs: () => movedMs,
  }
}

const told = (found: readonly Finding[]): string[] =>
  found.map(({ reference, difference }) => `${reference} ${difference}`)

describe('reconciling with the platform', () => {
  test('names each kind of difference', async () => {
    const { platform, channel, server } = scene
    const partner = await platform.createPartner(server)
    const pay = (reference: string) => paid(reference, { partner, channel })
    const name = (what: string): string => `${newReference()} ${what}`
    const known = {
      agrees: name('agrees'),
      missed: name('missed'),
      cheaper: name('cheaper'),
      locked: name('locked'),
      released: name('released'),
      refunded: name('refunded'),
      unpaid: name('unpaid'),
      unheard: name('unheard'),
    }
    for (const what of ['agrees', 'missed', 'cheaper'] as const) await pay(known[what])
    await platform.opened(channel, partner, known.locked)
    const { paymentId } = await platform.opened(channel, partner, known.released)
    await platform.change(channel, 'cancel', paymentId)
    await platform.refund((await pay(known.refunded)).paymentId)
    server.onWebhook(() => ({ status: 500 }), known.unheard)
    await pay(known.unheard)
    await everyAttemptFailed(partner, known.unheard)

    const references: ReferenceToCheck[] = [
      { reference: known.agrees, state: 'paid', amount: 599.8 },
      { reference: known.missed, state: 'open', amount: 599.8 },
      { reference: known.cheaper, state: 'paid', amount: 599.79 },
      { reference: known.locked, state: 'open' },
      { reference: known.released, state: 'locked' },
      { reference: known.refunded, state: 'paid' },
      { reference: known.unpaid, state: 'paid' },
      { reference: `${known.unpaid} 2`, state: 'locked' },
      { reference: known.unheard, state: 'paid' },
      { reference: ' no reference', state: 'open' },
    ]
    const found: Finding[] = []
    for await (const finding of reconcile({ client: clientOf(partner), references })) {
      found.push(finding)
    }
    expect(told(found)).toEqual([
      `${known.missed} paid_there_not_here`,
      `${known.cheaper} amount_differs`,
      // The lock lapsed during the three days of failed attempts.
      `${known.released} released_there_locked_here`,
      `${known.refunded} refunded_there_not_here`,
      `${known.unpaid} paid_here_not_there`,
      `${known.unpaid} 2 not_found`,
      `${known.unheard} webhook_failed`,
      ' no reference unanswered',
    ])
    await platform.opened(channel, partner, known.locked)
    const locked = await runReconcile({
      client: clientOf(partner),
      references: [{ reference: known.locked, state: 'locked' }],
      onFinding: ({ difference, there }) => {
        expect([difference, there?.stage]).toEqual(['still_locked', 'locked'])
      },
    })
    expect(locked).toMatchObject({ ok: true, progress: { checked: 1, findings: 1 } })
  })

  test('asks 150 references within the quota, restarts on the way, and loses none', async () => {
    const { platform, channel, server } = scene
    const partner = await platform.createPartner(server)
    const references = Array.from({ length: 150 }, () => newReference()).toSorted()
    const missed = references.filter((_, index) => index % 10 === 3)
    await Promise.all(missed.map((reference) => paid(reference, { partner, channel })))

    const codes: string[] = []
    const folder = mkdtempSync(join(tmpdir(), 'wasl-reconcile-'))
    const clock = movedClock(platform)
    const { status } = createClient({
      baseUrl: platform.origin,
      apiKey: partner.apiKey,
      log: (entry) => codes.push(`${entry.code} ${entry.status}`),
    })
    const options = {
      // Without the list of payments.
      client: { status },
      references: (after: string | null) =>
        references
          .filter((reference) => after === null || reference > after)
          .map((reference) => ({ reference, state: 'open' as const })),
      store: fileProgress(join(folder, 'progress.json')),
      perMinute: 60,
      clock,
    }
    const found = new Set<string>()
    let handled = 0
    for (let restarts = 0; restarts < 4; restarts += 1) {
      for await (const finding of reconcile(options)) {
        expect(finding.difference).toBe('paid_there_not_here')
        found.add(finding.reference)
        handled += 1
        // Killed while it works on this reference.
        if (handled % 5 === 0 && restarts < 3) break
      }
    }
    rmSync(folder, { recursive: true })
    expect([...found]).toEqual(missed)
    expect(handled).toBe(missed.length + 3)
    // One reference is repeated for each restart, and no call is refused.
    expect(codes.length).toBe(150 + 3)
    expect(new Set(codes)).toEqual(new Set(['call_answered 200']))
    // 153 calls need two waits of a minute for the quota. Each restart adds one call.
    expect(clock.movedMs()).toBeLessThan(4 * 61_000)
  })

  test('continues after others have used up the quota', async () => {
    const { platform } = scene
    const partner = await platform.createPartner(scene.server)
    const others = clientOf(partner)
    await Promise.all(Array.from({ length: 60 }, () => others.status('INV')))
    const clock = movedClock(platform)
    const outcome = await runReconcile({
      client: clientOf(partner),
      references: [{ reference: newReference(), state: 'paid' }],
      store: memoryProgress(),
      clock,
      onFinding: ({ difference }) => {
        expect(difference).toBe('paid_here_not_there')
      },
    })
    expect(outcome).toMatchObject({ ok: true, progress: { checked: 1, findings: 1 } })
    expect(clock.movedMs()).toBeGreaterThan(50_000)
  })

  test('stops at once when its key is revoked', async () => {
    const outcome = await runReconcile({
      client: clientOf({ apiKey: 'wasl_prt_1_nobody' }),
      references: [{ reference: 'INV', state: 'open' }],
      onFinding: () => {},
    })
    expect(outcome).toMatchObject({
      ok: false,
      stopped: 'refused',
      failure: { error: 'PARTNER_API401_UNAUTHORIZED' },
      progress: { checked: 0 },
    })
  })
})

/** Moves the clock past the last attempt of the schedule (D14). */
const everyAttemptFailed = async (partner: TestPartner, reference: string): Promise<void> => {
  const { platform } = scene
  const asking = clientOf(partner)
  await until('every attempt to fail', async () => {
    await platform.settled()
    const result = await asking.status(reference)
    if (result.ok && result.data.payment?.webhookDelivery === 'failed') return true
    await platform.clock.advance(27 * 3600)
    await platform.wake()
    return false
  })
}
