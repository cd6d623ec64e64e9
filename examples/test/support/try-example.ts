/** The tests of every example: certification, and what certification cannot check. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CHECKS, certify, toText } from '@wasl/conformance'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { REFERENCES } from './examples.ts'
import type { Example } from './examples.ts'
import { byQrCode, deliver, failed, initialized, lookUp } from './play-platform.ts'
import { lookUpText, success } from './play-platform.ts'
import { readOrders } from './read-orders.ts'
import { buildExample, runExample } from './run-example.ts'
import type { Running } from './run-example.ts'
import { isMissing } from '../../../scripts/test/languages.ts'
import { lacksModules } from './tools.ts'

const OLD = {
  apiSecret: 'wasl_sec_example_000000000000000000000000001',
  hmacSecret: 'wasl_hmac_example_00000000000000000000000001',
}

const NEW = {
  apiSecret: 'wasl_sec_example_000000000000000000000000002',
  hmacSecret: 'wasl_hmac_example_00000000000000000000000002',
}

/** As during a rotation. */
const BOTH = {
  apiSecret: `${NEW.apiSecret},${OLD.apiSecret}`,
  hmacSecret: `${NEW.hmacSecret}, ${OLD.hmacSecret}`,
}

const PAYMENT = '019ab1c2-7c00-7abc-8def-0123000003e9'
const OTHER_PAYMENT = '019ab1c2-7c01-7abc-8def-0123000003e9'
const QR_PAYMENT = '019ab1c2-7c02-7abc-8def-0123000003e9'
const SECOND_QR_PAYMENT = '019ab1c2-7c03-7abc-8def-0123000003e9'

/** These tests ask what an example answers, and not how fast it does so on this machine. */
const ANSWER_TIMEOUT_MS = 60_000
const RUN_TIMEOUT_MS = 900_000

/** Defines the tests of one example; skips them when the system lacks its command. */
export const tryExample = (example: Example): void => {
  const { name, needs, modules = [] } = example
  const lacks = lacksModules(modules)
  const why = lacks ? ` (left out: /usr/bin/python3 has no ${modules.join(', ')})` : ''
  const isSkipped = lacks || (needs !== null && isMissing(needs))
  describe.skipIf(isSkipped)(`the example ${name}${why}`, () => {
    let folder: string
    let running: Running | undefined
    let url: string

    const start = async () => {
      running = await runExample(example.name, join(folder, 'records'), BOTH)
      url = running.url + example.path
    }

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'wasl-example-'))
      await buildExample(example.name)
      await start()
    })

    afterAll(async () => {
      await running?.stop()
      rmSync(folder, { recursive: true, force: true })
    })

    test('writes an amount with its own digits, whatever serialize_precision is', async () => {
      const text = await lookUpText(url, 'CMD-2026-0118', NEW)
      expect(text).toMatch(/"total_amount": ?599\.8[,}]/)
    })

    test('passes every check of the certification', async () => {
      const report = await certify({
        apiUrl: url,
        apiSecret: [NEW.apiSecret, OLD.apiSecret],
        hmacSecret: [NEW.hmacSecret, OLD.hmacSecret],
        references: REFERENCES,
        timeoutMs: ANSWER_TIMEOUT_MS,
        runTimeoutMs: RUN_TIMEOUT_MS,
      })
      expect(report.summary, toText(report)).toMatchObject({
        total: CHECKS.length,
        failed: 0,
        skipped: 0,
        warned: 0,
        conforms: true,
      })
      // The QR payment was delivered several times and is booked once.
      expect(readOrders(join(folder, 'records'), 'QR-')).toHaveLength(1)
    })

    test('accepts the old and the new secrets during a rotation, and never the comma-separated list', async () => {
      for (const secrets of [OLD, NEW]) {
        expect(await lookUp(url, 'CMD-2026-0117', secrets)).toMatchObject({ status: 200 })
        const event = failed('CMD-2026-0117', PAYMENT, 5490)
        expect(await deliver(url, event, secrets)).toMatchObject({ status: 200 })
      }
      const list = { apiSecret: BOTH.apiSecret, hmacSecret: OLD.hmacSecret }
      expect(await lookUp(url, 'CMD-2026-0117', list)).toMatchObject({ status: 401 })
    })

    test('acknowledges eight simultaneous copies of an event', async () => {
      const event = success('ECOLE/2026-2027/T1/0342', PAYMENT, 38000)
      const answers = await Promise.all(Array.from({ length: 8 }, () => deliver(url, event, NEW)))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
      expect(await lookUp(url, 'ECOLE/2026-2027/T1/0342', NEW)).toMatchObject({ status: 409 })
    })

    test('does not acknowledge a payment that does not match the order', async () => {
      for (const event of [
        success('CMD-1999-0001', OTHER_PAYMENT, 10),
        success('100%', OTHER_PAYMENT, 99.99),
        success('CMD-2026-0001', OTHER_PAYMENT, 2500),
      ]) {
        const { status, body } = await deliver(url, event, NEW)
        expect(status).toBeGreaterThanOrEqual(500)
        expect(body).toMatchObject({ error: expect.any(String), errorMessage: expect.any(String) })
      }
      // The refused event left no trace: the right amount is still accepted.
      const right = success('100%', OTHER_PAYMENT, 100)
      expect(await deliver(url, right, NEW)).toMatchObject({ status: 200 })
    })

    test('books a payment by the QR code on the counter once, without an order', async () => {
      const payment = ['QR-4GQZ8M1T6R0KXW93VYB5N7HCJE', QR_PAYMENT, 599.8] as const
      const events = [initialized(...payment), success(...payment)].map(byQrCode)
      for (const event of [...events, ...events]) {
        expect(await deliver(url, event, NEW)).toEqual({ status: 200, body: { success: true } })
      }
      const [reference] = payment
      expect(await lookUp(url, reference, NEW)).toMatchObject({ status: 409 })
      // A second payment of a paid order is refused and changes nothing.
      const another = byQrCode(success(reference, SECOND_QR_PAYMENT, 599.8))
      expect((await deliver(url, another, NEW)).status).toBeGreaterThanOrEqual(500)
      expect(readOrders(join(folder, 'records'), reference)).toEqual([
        { reference, centimes: 59_980, paidBy: QR_PAYMENT },
      ])
    })

    test('keeps a payment over a restart, and books it once', async () => {
      await running?.stop()
      await start()
      expect(await lookUp(url, '100%', NEW)).toMatchObject({
        status: 409,
        body: { error: 'ALREADY_PAID' },
      })
      for (const event of [
        success('ECOLE/2026-2027/T1/0342', PAYMENT, 38000),
        success('100%', OTHER_PAYMENT, 100),
      ]) {
        expect(await deliver(url, event, NEW)).toEqual({ status: 200, body: { success: true } })
      }
    })
  })
}
