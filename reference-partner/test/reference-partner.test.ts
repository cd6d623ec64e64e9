/** The reference partner over real HTTP and with a real data file. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { breakdownAddsUp, paymentDetailsSchema } from '@wasl/protocol'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PartnerLogEntry } from '@wasl/partner-kit'
import { startReferencePartner } from '../src/start.ts'
import type { ReferencePartner } from '../src/start.ts'
import {
  API_SECRET,
  HMAC_SECRET,
  deliver,
  failed,
  initialized,
  lookUp,
  success,
} from './platform.ts'

let folder: string
let dataFile: string
let log: PartnerLogEntry[]
let running: ReferencePartner[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wasl-reference-partner-'))
  dataFile = join(folder, 'records', 'shop.json')
  log = []
  running = []
})

afterEach(async () => {
  await Promise.all(running.map((partner) => partner.close()))
  rmSync(folder, { recursive: true, force: true })
})

const start = async (): Promise<ReferencePartner> => {
  const partner = await startReferencePartner({
    apiSecret: API_SECRET,
    hmacSecret: HMAC_SECRET,
    dataFile,
    log: (entry) => {
      log.push(entry)
    },
  })
  running.push(partner)
  return partner
}

const restart = async (partner: ReferencePartner): Promise<ReferencePartner> => {
  await partner.close()
  running.splice(running.indexOf(partner), 1)
  return start()
}

const PAYMENT = '019ab1c2-7c00-7abc-8def-0123000003e9'
const OTHER_PAYMENT = '019ab1c2-7c01-7abc-8def-0123000003e9'

describe('lookups', () => {
  test('answer every reference of references.json as the specification says', async () => {
    const { url, orders } = await start()
    expect(orders().length).toBeGreaterThanOrEqual(8)
    for (const order of orders()) {
      const { status, body } = await lookUp(url, order.reference)
      expect(status).toBe(order.paid === null ? 200 : 409)
      if (status !== 200) continue
      const details = paymentDetailsSchema.parse(body)
      expect(details).toMatchObject({
        reference: order.reference,
        total_amount: order.total_amount,
        currency: 'DZD',
      })
      expect(breakdownAddsUp(details)).toBe(true)
      for (const label of [...(details.amount_detail ?? []), ...(details.details ?? [])]) {
        expect([label.label_ar, label.label_fr, label.label_en]).not.toContain(undefined)
      }
    }
  })

  test('answer 404 to an unknown reference, and 401 without the API secret', async () => {
    const { url } = await start()
    expect(await lookUp(url, 'CMD-1999-0001')).toMatchObject({ status: 404 })
    expect(await lookUp(url, '__proto__')).toMatchObject({ status: 404 })
    expect((await fetch(`${url}/CMD-2026-0117`)).status).toBe(401)
  })
})

describe('payments', () => {
  test('payment.success marks the reference paid, and its lookup is 409 from then on', async () => {
    const partner = await start()
    const { url } = partner
    expect(await deliver(url, initialized('CMD-2026-0118', PAYMENT, 599.8))).toMatchObject({
      body: { success: true },
    })
    expect(await lookUp(url, 'CMD-2026-0118')).toMatchObject({ status: 200 })
    expect(await deliver(url, success('CMD-2026-0118', PAYMENT, 599.8))).toEqual({
      status: 200,
      body: { success: true },
    })
    expect(partner.order('CMD-2026-0118')?.paid).toEqual({
      paymentId: PAYMENT,
      channel: 'AGENCY',
      paidAt: '2026-11-21T09:00:00.000Z',
    })
    expect(await lookUp(url, 'CMD-2026-0118')).toMatchObject({
      status: 409,
      body: { error: 'ALREADY_PAID' },
    })
  })

  test('books a payment by QR code once, as a new sale', async () => {
    const partner = await start()
    const sale = success('QR-4GQZ8M1T6R0KXW93VYB5N7HCJE', PAYMENT, 350)
    sale.data['qrCodeToken'] = '7Z3M9K0QW5T8R2VXN4BHJD01Z9'
    for (let copy = 1; copy <= 2; copy += 1) {
      expect(await deliver(partner.url, sale)).toEqual({ status: 200, body: { success: true } })
    }
    expect(partner.order('QR-4GQZ8M1T6R0KXW93VYB5N7HCJE')).toMatchObject({
      total_amount: 350,
      paid: { paymentId: PAYMENT },
    })
  })

  test('marks a sale whose amount the payer chose', async () => {
    const partner = await start()
    const sale = success('QR-5GQZ8M1T6R0KXW93VYB5N7HCJE', PAYMENT, 0.01)
    Object.assign(sale.data, { qrCodeToken: '7Z3M9K0QW5T8R2VXN4BHJD01Z9', qrConfigKind: null })
    expect(await deliver(partner.url, sale)).toMatchObject({ status: 200 })
    expect(partner.order('QR-5GQZ8M1T6R0KXW93VYB5N7HCJE')).toMatchObject({
      total_amount: 0.01,
      details: [{ label_en: 'Amount', value: 'chosen by the payer' }],
    })
  })

  test('a payment that failed leaves the reference payable', async () => {
    const { url } = await start()
    await deliver(url, failed('CMD-2026-0118', PAYMENT, 599.8))
    expect(await lookUp(url, 'CMD-2026-0118')).toMatchObject({ status: 200 })
  })

  test('keeps payments and handled events over a restart', async () => {
    let partner = await start()
    await deliver(partner.url, success('EAU-2026-11-0042', PAYMENT, 1845.5))
    partner = await restart(partner)
    expect(await lookUp(partner.url, 'EAU-2026-11-0042')).toMatchObject({ status: 409 })
    expect([...partner.handledEvents().keys()]).toEqual([`payment.success:${PAYMENT}`])
    log.length = 0
    expect(await deliver(partner.url, success('EAU-2026-11-0042', PAYMENT, 1845.5))).toMatchObject({
      body: { success: true },
    })
    expect(log).toMatchObject([{ code: 'webhook_duplicate' }])
  })

  test('an event is on the disk before it is acknowledged', async () => {
    const { url } = await start()
    await deliver(url, success('CMD-2026-0118', PAYMENT, 599.8))
    // Orders contain personal data: only the owner may read them.
    expect(statSync(dataFile).mode & 0o777).toBe(0o600)
    const text = readFileSync(dataFile, 'utf8')
    expect(text).toContain(`"payment.success:${PAYMENT}"`)
    expect(text).toContain(`"paymentId": "${PAYMENT}"`)
  })

  test('acknowledges sixteen simultaneous copies, and handles one', async () => {
    const { url } = await start()
    const copies = Array.from({ length: 16 }, () =>
      deliver(url, success('CMD-2026-0118', PAYMENT, 599.8)),
    )
    for (const { body } of await Promise.all(copies)) expect(body).toEqual({ success: true })
    expect(log.filter(({ code }) => code === 'webhook_handled')).toHaveLength(1)
    expect(log.filter(({ code }) => code === 'webhook_duplicate')).toHaveLength(15)
  })

  test.each([
    ['for an unknown reference', success('CMD-1999-0001', PAYMENT, 10), 'unknown order'],
    ['with another amount', success('CMD-2026-0118', PAYMENT, 599.79), 'costs 599.8 DZD'],
    ['for a paid reference', success('CMD-2026-0001', PAYMENT, 2500), 'is already paid by'],
  ])(
    'does not acknowledge a success %s, and keeps nothing of it',
    async (_name, event, problem) => {
      const partner = await start()
      const before = readFileSync(dataFile, 'utf8')
      expect(await deliver(partner.url, event)).toMatchObject({ status: 500 })
      expect(log).toMatchObject([{ code: 'webhook_handler_failed' }])
      expect(String(log[0]?.error)).toContain(problem)
      expect(partner.handledEvents().size).toBe(0)
      expect(readFileSync(dataFile, 'utf8')).toBe(before)
    },
  )

  test('acknowledges and keeps nothing when the disk fails', async () => {
    const partner = await start()
    // The folder is missing: writing fails, as on a broken disk.
    rmSync(join(folder, 'records'), { recursive: true })
    writeFileSync(join(folder, 'records'), 'not a folder')
    const event = success('CMD-2026-0118', PAYMENT, 599.8)
    expect(await deliver(partner.url, event)).toMatchObject({ status: 500 })
    expect(partner.order('CMD-2026-0118')?.paid).toBeNull()
    expect(await lookUp(partner.url, 'CMD-2026-0118')).toMatchObject({ status: 200 })
    rmSync(join(folder, 'records'))
    expect(await deliver(partner.url, event)).toMatchObject({ status: 200 })
  })
})

describe('adding references', () => {
  test('a new reference gets the next number, can be looked up, and survives a restart', async () => {
    let partner = await start()
    const year = new Date().getUTCFullYear()
    const first = await partner.addReference({ total_amount: 100 })
    const second = await partner.addReference({ total_amount: 200 })
    expect(first.reference).toMatch(new RegExp(`^CMD-${year}-[0-9]{4}$`))
    expect(Number(second.reference.slice(9))).toBe(Number(first.reference.slice(9)) + 1)
    partner = await restart(partner)
    expect(await lookUp(partner.url, second.reference)).toMatchObject({
      status: 200,
      body: { total_amount: 200, amount_detail: [], details: [] },
    })
  })

  test.each([
    ['an existing reference', { reference: 'CMD-2026-0117', total_amount: 1 }, 'already exists'],
    ['an invalid amount', { total_amount: 0 }, 'total_amount: '],
    ['an invalid reference', { reference: ' x', total_amount: 1 }, 'reference: '],
  ])('%s is refused', async (_name, added, problem) => {
    const partner = await start()
    await expect(partner.addReference(added)).rejects.toThrow(problem)
  })

  test('keeps references and payments that arrive at the same time', async () => {
    let partner = await start()
    const { url } = partner
    const work = [
      ...Array.from({ length: 10 }, () => partner.addReference({ total_amount: 5 })),
      deliver(url, success('CMD-2026-0118', PAYMENT, 599.8)),
      deliver(url, success('EAU-2026-11-0042', OTHER_PAYMENT, 1845.5)),
    ]
    await Promise.all(work)
    const count = partner.orders().length
    expect(new Set(partner.orders().map(({ reference }) => reference)).size).toBe(count)
    partner = await restart(partner)
    expect(partner.orders()).toHaveLength(count)
    expect(partner.handledEvents().size).toBe(2)
  })
})

describe('starting and stopping', () => {
  test.each([
    ['{', 'JSON'],
    ['null', 'null'],
    ['{"orders":{},"events":{}}', 'orders: expected a list'],
    ['{"orders":[{"reference":"A"}],"events":{}}', 'orders.0.total_amount: '],
    [
      '{"orders":[{"reference":"A","total_amount":1},{"reference":"A","total_amount":1}],"events":{}}',
      'twice',
    ],
    ['{"orders":[{"reference":"A","total_amount":1,"paid":true}],"events":{}}', 'orders.0.paid: '],
    ['{"orders":[]}', 'events: expected an object'],
  ])('refuses the data file %s and does not change it', async (text, problem) => {
    dataFile = join(folder, 'shop.json')
    writeFileSync(dataFile, text)
    await expect(start()).rejects.toThrow(problem)
    await expect(start()).rejects.toThrow(`The data file ${dataFile} is invalid`)
    expect(readFileSync(dataFile, 'utf8')).toBe(text)
  })

  test('ignores a partly written file after a crash', async () => {
    let partner = await start()
    await deliver(partner.url, success('CMD-2026-0118', PAYMENT, 599.8))
    writeFileSync(`${dataFile}.new`, '{"orders": [')
    partner = await restart(partner)
    expect(partner.order('CMD-2026-0118')?.paid).not.toBeNull()
    await partner.addReference({ total_amount: 1 })
    expect(existsSync(`${dataFile}.new`)).toBe(false)
  })

  test('names a port that is in use', async () => {
    const { url } = await start()
    const port = Number(new URL(url).port)
    const options = { apiSecret: API_SECRET, hmacSecret: HMAC_SECRET, dataFile, port }
    await expect(startReferencePartner(options)).rejects.toThrow(`The port ${port} on 127.0.0.1`)
  })

  test('close waits for open requests, and not for idle connections', async () => {
    const partner = await start()
    const { port } = new URL(partner.url)
    // A client with a keep-alive connection, like the platform.
    const socket = connect(Number(port), '127.0.0.1')
    let answer = ''
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString()
    })
    const head = [
      'Host: shop',
      `Authorization: Bearer ${API_SECRET}`,
      'Content-Length: 10',
      // The server confirms that it reads the request.
      'Expect: 100-continue',
    ]
    socket.write(`POST /webhooks/platform HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n{"a"`)
    await expect.poll(() => answer).toBe('HTTP/1.1 100 Continue\r\n\r\n')
    let closed = false
    const started = performance.now()
    const closing = partner.close().then(() => {
      closed = true
    })
    running.length = 0
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(closed).toBe(false)
    socket.write(':true}')
    await expect.poll(() => answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 401 /)
    await closing
    // An idle keep-alive connection would end after five seconds.
    expect(performance.now() - started).toBeLessThan(4_500)
    socket.destroy()
  })
})
