/** What `wasl dev` says about the platform's refusals. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refusalLines } from '../refusal-lines.ts'
import { createApi } from './api.ts'
import { createPartnerWords } from './partner-words.ts'
import { payReference } from './payments.ts'
import { newQrCode } from './qr.ts'
import type { Session } from './session.ts'

type Answer = { status: number; body: Record<string, unknown> }

const API_URL = 'http://localhost:3000/pay'
const PAYMENTS = '/operator/v1/payments?partnerId=prt_1001&limit=20'
const NO_PAYMENT = { status: 200, body: { items: [] } }
const VALIDATION = {
  status: 400,
  body: {
    error: 'VALIDATION400',
    errorMessage: 'The request is not valid.',
    requestId: 'request-1',
    details: [{ path: 'amounts.1', message: 'expected an amount that is not there yet' }],
  },
}

let server: Server
let answers: Map<string, Answer>
let session: Session

beforeAll(async () => {
  server = createServer((request, response) => {
    const { status, body } = answers.get(request.url ?? '') ?? { status: 404, body: {} }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const platformUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  // Without the parts that are not used before a refusal.
  session = {
    api: createApi(platformUrl),
    accounts: {
      partner: { partnerId: 'prt_1001', apiKey: 'p', apiSecret: 's', hmacSecret: 'h' },
      channels: { AGENCY: { channelId: 'chn_1', apiKey: 'c' } },
    },
    operatorKey: 'o',
    words: createPartnerWords(),
    clock: { read: () => Promise.resolve({ now: new Date(), aheadMs: 0 }) },
    platformUrl,
    apiUrl: API_URL,
    webhookUrl: `${API_URL}/webhooks/platform`,
  } as unknown as Session
})

beforeEach(() => {
  answers = new Map()
})

afterAll(() => server.close())

const pay = () =>
  payReference(session, {
    reference: 'INV-1',
    amount: null,
    channel: 'AGENCY',
    ending: 'confirm',
  })

describe('a refusal in wasl dev', () => {
  test('names every wrong field', async () => {
    answers.set('/x', VALIDATION)
    await expect(session.api.call('POST', '/x', 'key', {})).rejects.toMatchObject({
      message: 'VALIDATION400: The request is not valid.',
      remedies: ['amounts.1: expected an amount that is not there yet'],
      exitCode: 1,
    })
  })

  test('does not name a field twice', () => {
    const message = 'expected 1 to 128 characters, received ""'
    const errorMessage = `The request was not sent: reference: ${message}.`
    expect(refusalLines({ errorMessage, details: [{ path: 'reference', message }] })).toEqual([])
    expect(refusalLines({ errorMessage, details: [{ path: 'amounts.1', message }] })).toEqual([
      `amounts.1: ${message}`,
    ])
  })

  test('says until when a reference is locked', async () => {
    const body = {
      error: 'REFERENCE409_LOCKED',
      errorMessage: 'Another payment is under way.',
      requestId: 'request-2',
      lockReleaseTime: '2026-11-21T09:15:00.000Z',
    }
    answers.set(PAYMENTS, NO_PAYMENT)
    answers.set('/channel/v1/payments', { status: 409, body })
    await expect(pay()).rejects.toMatchObject({
      message: 'REFERENCE409_LOCKED: Another payment is under way.',
      remedies: ['lockReleaseTime: 2026-11-21T09:15:00.000Z'],
    })
  })

  test('does not repeat its message', async () => {
    const body = {
      error: 'PARTNER502_BAD_RESPONSE',
      errorMessage: 'It could not be used. The partner answered 500.',
      requestId: 'request-3',
      details: [{ path: '', message: 'the partner answered 500' }],
    }
    answers.set(PAYMENTS, NO_PAYMENT)
    answers.set('/channel/v1/payments', { status: 502, body })
    const refusal = await pay().catch((error: unknown) => error)
    expect(refusal).toMatchObject({ remedies: [expect.stringContaining('Try it yourself')] })
  })

  test('shows the token of a new QR code when its amounts are refused', async () => {
    const qrCodeToken = '7Z3M9K0QW5T8R2VXN4BHJD01Z9'
    const code = { qrCodeToken, url: `http://127.0.0.1/q/${qrCodeToken}` }
    answers.set('/operator/v1/partners/prt_1001/qr-codes', { status: 201, body: code })
    answers.set('/partner/qr/v1/set-qr-config', VALIDATION)
    const wanted = { label: 'x', amounts: [500, 500], singleUse: false, expiresInMs: null }
    await expect(newQrCode(session, { command: 'qr new', ...wanted })).rejects.toMatchObject({
      message: 'VALIDATION400: The request is not valid.',
      remedies: [
        'amounts.1: expected an amount that is not there yet',
        `The code was made, and asks for any amount: ${qrCodeToken}`,
        `Give it amounts: wasl qr set ${qrCodeToken} 500 1000`,
      ],
    })
  })
})
