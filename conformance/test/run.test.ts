/** The course of a run: progress, ends, options, and partners that do not answer. */
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { webhookEventSchema } from '@wasl/protocol'
import { afterEach, describe, expect, test } from 'vitest'
import { CHECKS, certify, GROUPS, optionsProblem } from '../src/index.ts'
import type { CertifyOptions, Progress, RefusedWebhook } from '../src/index.ts'
import { HONEST, secondsOff, signatureOf } from './broken/honest.ts'
import { startPartner } from './broken/partner.ts'
import { API_SECRETS, HMAC_SECRETS, REFERENCES } from './broken/shop.ts'
import { certifyPartner, idsOf } from './certify-partner.ts'

/** Longer than this machine, busy with other tests, lets an answer wait. */
const ANSWER_TIMEOUT_MS = 60_000

const OPTIONS: CertifyOptions = {
  apiUrl: 'http://127.0.0.1:1/pay',
  apiSecret: API_SECRETS,
  hmacSecret: HMAC_SECRETS,
  references: REFERENCES,
  timeoutMs: ANSWER_TIMEOUT_MS,
}

const closers: (() => Promise<void>)[] = []

afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()))
})

/** A TCP server that only calls `onConnection`. */
const listen = async (onConnection: (socket: Socket) => void): Promise<string> => {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    onConnection(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/pay`
}

describe('a partner that does not answer', () => {
  test('fails one check when nothing listens, and all others are skipped', async () => {
    const report = await certify(OPTIONS)
    expect(idsOf(report, 'failed')).toEqual(['api-url-answers'])
    expect(idsOf(report, 'passed')).toEqual([])
    const [first] = report.checks
    expect(first?.explanation).toContain('Nothing listens at http://127.0.0.1:1/pay')
    expect(first?.remedy).toContain('Start your server')
    expect(report.summary).toMatchObject({ conforms: false, complete: false })
  })

  test('is reported when its host name is unknown', async () => {
    const report = await certify({ ...OPTIONS, apiUrl: 'http://partner.invalid/pay' })
    expect(idsOf(report, 'failed')).toEqual(['api-url-answers'])
    expect(report.checks[0]?.explanation).toContain('the host name is unknown')
  })

  test('gets only one request when it never answers', async () => {
    let requests = 0
    const apiUrl = await listen((socket) => socket.on('data', () => (requests += 1)))
    const report = await certify({ ...OPTIONS, apiUrl, timeoutMs: 200 })
    expect(idsOf(report, 'failed')).toEqual(['api-url-answers'])
    expect(report.checks[0]?.explanation).toContain('the answer was not complete within 200 ms')
    expect(requests).toBeLessThanOrEqual(1)
  })

  test('is reported when its answer never ends', async () => {
    const apiUrl = await listen((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n{')
    })
    const report = await certify({ ...OPTIONS, apiUrl, timeoutMs: 200 })
    expect(idsOf(report, 'failed')).toEqual(['api-url-answers'])
  })

  test('is reported when it drops the connection', async () => {
    const apiUrl = await listen((socket) => socket.destroy())
    const report = await certify({ ...OPTIONS, apiUrl })
    expect(idsOf(report, 'failed')).toEqual(['api-url-answers'])
    expect(report.checks[0]?.explanation).toContain('the connection was closed')
  })

  test('is reported when it does not speak HTTP', async () => {
    const apiUrl = await listen((socket) => socket.end('220 mail.example ESMTP\r\n'))
    const report = await certify({ ...OPTIONS, apiUrl })
    expect(report.checks[0]?.explanation).toContain('not a valid HTTP/1.1 response')
  })

  test('gets no more requests after it stops answering', async () => {
    let count = 0
    const rules: Parameters<typeof startPartner>[0] = {
      find: (reference, shop) => {
        count += 1
        return count > 3 ? new Promise(() => {}) : shop.orders.get(reference)
      },
    }
    const report = await certifyPartner(rules, { only: ['lookup', 'reference'], timeoutMs: 300 })
    const silent = report.checks.filter(({ explanation }) =>
      explanation.includes('no more were sent'),
    )
    expect(silent.length).toBeGreaterThan(0)
    expect(count).toBeLessThan(12)
  })

  test('still has its lookups checked when nothing listens at the Webhook URL', async () => {
    const report = await certifyPartner({}, { webhookUrl: 'http://127.0.0.1:1/hook' })
    expect(idsOf(report, 'failed')).toEqual(['webhook-url-answers'])
    expect(idsOf(report, 'passed')).toContain('lookup-payable')
    expect(idsOf(report, 'skipped')).toContain('webhook-acknowledged')
  })
})

describe('a run', () => {
  test('reports when each check starts and finishes', async () => {
    const calls: Progress[] = []
    const report = await certifyPartner(
      {},
      { only: ['connection', 'lookup-payable'], onCheck: (progress) => calls.push(progress) },
    )
    expect(calls.map(({ kind, done, total }) => [kind, done, total])).toEqual([
      ['started', 0, 3],
      ['finished', 1, 3],
      ['started', 1, 3],
      ['finished', 2, 3],
      ['started', 2, 3],
      ['finished', 3, 3],
    ])
    const results = calls.flatMap((progress) =>
      progress.kind === 'finished' ? [progress.result] : [],
    )
    expect(results).toEqual(report.checks)
  })

  test('runs only the checks that only and skip select', async () => {
    const only = await certifyPartner({}, { only: ['lookup'], skip: ['lookup-other-methods'] })
    const lookups = CHECKS.filter(({ group }) => group === 'lookup').map(({ id }) => id)
    expect(only.checks.map(({ id }) => id)).toEqual(
      lookups.filter((id) => id !== 'lookup-other-methods'),
    )
    const payments = CHECKS.filter(({ group }) => group === 'payment').map(({ id }) => id)
    for (const id of payments) {
      const one = await certifyPartner({}, { only: [id] })
      const { outcome, explanation } = one.checks[0] ?? {}
      expect(one.summary, `${id} ${outcome}: ${explanation}`).toMatchObject({
        total: 1,
        passed: 1,
        skipped: 0,
      })
    }
  })

  test('warns when it expects only refusals, because a wrong secret would pass', async () => {
    const alone = await certifyPartner({}, { only: ['signature'] })
    expect(alone.warnings).toEqual([expect.stringContaining('webhook-acknowledged')])
    const both = await certifyPartner({}, { only: ['signature', 'webhook-acknowledged'] })
    expect(both.warnings).toEqual([])
  })

  test('skips a check without its reference or second secret, and says what to give', async () => {
    const partner = await startPartner()
    closers.push(partner.close)
    const [apiSecret = ''] = API_SECRETS
    const [hmacSecret = ''] = HMAC_SECRETS
    const report = await certify({
      apiUrl: partner.apiUrl,
      apiSecret,
      hmacSecret,
      timeoutMs: ANSWER_TIMEOUT_MS,
    })
    expect(idsOf(report, 'failed')).toEqual([])
    expect(report.summary).toMatchObject({ conforms: false, complete: false })
    const skipped = report.checks.filter(({ outcome }) => outcome === 'skipped')
    expect(
      skipped.every(({ needs, remedy }) => needs.length > 0 && remedy?.startsWith('Give ')),
    ).toBe(true)
    // The run sent no payment that a correct shop records.
    expect([...partner.shop.orders.values()].filter(({ state }) => state === 'paid').length).toBe(1)
  })

  test('pays only the pay references, and one sale by QR code', async () => {
    const partner = await startPartner()
    closers.push(partner.close)
    await certify({ ...OPTIONS, apiUrl: partner.apiUrl })
    const paid = [...partner.shop.orders.values()].filter(({ state }) => state === 'paid')
    expect(paid.map(({ reference }) => reference).toSorted()).toEqual([
      REFERENCES.paid,
      // The third got a wrong amount, which this partner refuses.
      ...REFERENCES.pay.slice(0, 2),
      expect.stringMatching(/^QR-[0-9A-HJKMNP-TV-Z]{26}$/),
    ])
    expect(paid.find(({ reference }) => reference.startsWith('QR-'))?.total).toBe(10)
  })

  describe('with a partner without QR codes', () => {
    const { qr: _qr, ...references } = REFERENCES

    test('has no QR checks, and is complete', async () => {
      const report = await certifyPartner({}, { references })
      const others = CHECKS.filter(({ group }) => group !== 'qr')
      expect(report.checks.map(({ id }) => id)).toEqual(others.map(({ id }) => id))
      expect(report.summary.complete).toBe(true)
    })

    test.for([{ only: ['qr'] }, { only: ['webhook', 'qr-success'] }])(
      'skips the QR checks that %j names, and says what to give',
      async ({ only }) => {
        const report = await certifyPartner({}, { references, only })
        const checks = report.checks.filter(({ group }) => group === 'qr')
        expect(checks).toHaveLength(only.includes('qr') ? 4 : 1)
        for (const check of checks) {
          expect(check).toMatchObject({
            outcome: 'skipped',
            explanation: 'Not given: qr.',
            remedy: 'Give the token of one of your static QR codes, as qr.',
          })
        }
        expect(report.summary.complete).toBe(false)
      },
    )
  })

  test('sends events of QR payments as the platform does, and a token in no other event', async () => {
    const received: unknown[] = []
    const handle: typeof HONEST.handle = (event, shop) => {
      if ('qrCodeToken' in event.data) received.push(webhookEventSchema.parse(event))
      return HONEST.handle(event, shop)
    }
    await certifyPartner({ handle }, { only: ['webhook', 'qr', 'payment'], references: REFERENCES })
    const [first] = received as { data: { reference: string } }[]
    const { reference } = first?.data ?? {}
    const sale = { reference, amount: 10, currency: 'DZD', qrCodeToken: REFERENCES.qr }
    const data = { ...sale, qrConfigKind: 'PERMANENT' }
    expect(received).toMatchObject([
      { event: 'payment.initialized', data },
      ...Array.from({ length: 3 }, () => ({ event: 'payment.success', data })),
      { event: 'payment.fail', data: { ...sale, reference: expect.stringMatching(/^QR-.{26}$/) } },
    ])
    expect(new Set(received.map((event) => (event as typeof first)?.data.reference)).size).toBe(2)
  })

  test('passes when the check of repeated QR events runs alone', async () => {
    const report = await certifyPartner({}, { only: ['qr-success-again'] })
    expect(report.summary).toMatchObject({ passed: 1, skipped: 0 })
  })

  test('never gives two events the same kind and paymentId', async () => {
    const seen = new Map<string, string>()
    const handle: typeof HONEST.handle = (event, shop) => {
      const key = `${event.event}:${String(event.data['paymentId'])}`
      const first = seen.get(key) ?? JSON.stringify(event)
      expect(JSON.stringify(event)).toBe(first)
      seen.set(key, first)
      return HONEST.handle(event, shop)
    }
    const report = await certifyPartner({ handle })
    expect(report.summary.complete).toBe(true)
    expect(seen.size).toBeGreaterThan(50)
  })

  test('returns a report when the caller aborts it', async () => {
    const controller = new AbortController()
    const report = await certifyPartner(
      {},
      {
        signal: controller.signal,
        onCheck: ({ kind, done }) => {
          if (kind === 'finished' && done === 5) controller.abort()
        },
      },
    )
    expect(report.summary).toMatchObject({ passed: 5, failed: 0, total: CHECKS.length })
  })

  test('returns a report when it times out', async () => {
    const report = await certifyPartner({}, { runTimeoutMs: 100 })
    expect(report.summary.failed).toBe(0)
    expect(report.summary.skipped).toBeGreaterThan(0)
    expect(report.checks.at(-20)?.explanation).toContain('timed out')
  })

  test('notes the slowest answer, though it was in time', async () => {
    const find: typeof HONEST.find = async (reference, shop) => {
      // No other answer takes as long, also on a busy machine.
      if (reference === REFERENCES.paid) await new Promise((resolve) => setTimeout(resolve, 8_000))
      return shop.orders.get(reference)
    }
    const report = await certifyPartner(
      { find },
      { only: ['lookup', 'answers-in-time'], timeoutMs: ANSWER_TIMEOUT_MS },
    )
    expect(report.checks.at(-1)).toMatchObject({
      outcome: 'passed',
      note: expect.stringMatching(/^The slowest answer took \d+ ms: GET .*INV-2026-0002\./),
    })
  })

  test("warns of a difference between the partner's clock and ours", async () => {
    const write: typeof HONEST.write = (response, { status, value }) => {
      const date = new Date(Date.now() - 120_000).toUTCString()
      const headers = { 'content-type': 'application/json', date }
      response.writeHead(status, headers).end(JSON.stringify(value))
    }
    const report = await certifyPartner({ write }, { only: ['lookup'] })
    expect(report.warnings).toEqual([
      expect.stringMatching(/clock is 1[12]\d s behind \(header Date/),
    ])
    expect((await certifyPartner({}, { only: ['lookup'] })).warnings).toEqual([])
  })
})

describe('the HMAC secret', () => {
  const [apiSecret = ''] = API_SECRETS
  const [hmacSecret = ''] = HMAC_SECRETS
  const SENDING = ['lookup-authorization-other-secret', 'webhook-authorization-other-secret']

  /** Runs all checks, and records whether a request contained the HMAC secret. */
  const run = async (host: string, changed: Parameters<typeof startPartner>[0] = {}) => {
    let wasSent = false
    const seen =
      (rule: typeof HONEST.opensLookup): typeof HONEST.opensLookup =>
      (header, shop) => {
        wasSent ||= decodeURIComponent(header ?? '').includes(hmacSecret)
        return rule(header, shop)
      }

    const rules = { ...HONEST, ...changed }
    const { opensLookup, opensWebhook } = rules
    const partner = await startPartner({
      ...rules,
      opensLookup: seen(opensLookup),
      opensWebhook: seen(opensWebhook),
    })
    closers.push(partner.close)
    const apiUrl = partner.apiUrl.replace('127.0.0.1', host)
    const references = { payable: REFERENCES.payable }
    const report = await certify({
      apiUrl,
      apiSecret,
      hmacSecret,
      references,
      timeoutMs: ANSWER_TIMEOUT_MS,
    })
    return { report, wasSent: () => wasSent }
  }

  // Reaches this machine, but is not a loopback address.
  const ELSEWHERE = '0.0.0.0'

  test('is sent to a server on this machine, which must refuse it', async () => {
    const { report, wasSent } = await run('127.0.0.1')
    expect(wasSent()).toBe(true)
    expect(idsOf(report, 'passed')).toEqual(expect.arrayContaining(SENDING))
  })

  test('is never sent to another machine: the checks that would send it are skipped', async () => {
    const { report, wasSent } = await run(ELSEWHERE)
    expect(idsOf(report, 'failed')).toEqual([])
    expect(idsOf(report, 'skipped')).toEqual(expect.arrayContaining(SENDING))
    const skipped = report.checks.filter(({ id }) => SENDING.includes(id))
    expect(skipped.map(({ explanation }) => explanation)).toEqual([
      expect.stringContaining('only against a server on this machine'),
      expect.stringContaining('only against a server on this machine'),
    ])
    expect(wasSent()).toBe(false)
  })

  test('is not sent to another machine to find why a lookup was refused', async () => {
    const { report, wasSent } = await run(ELSEWHERE, { opensLookup: () => false })
    const payable = report.checks.find(({ id }) => id === 'lookup-payable')
    expect(payable?.remedy).toContain('for swapped secrets')
    expect(wasSent()).toBe(false)
  })
})

describe('the options', () => {
  const WRONG: [Partial<CertifyOptions>, string][] = [
    [{ apiUrl: 'shop.example' }, 'apiUrl: expected an absolute URL'],
    [{ webhookUrl: 'https://shop.example/?x=1' }, 'webhookUrl: expected a URL without a query'],
    [{ apiSecret: '' }, 'apiSecret: expected a text that is not empty'],
    [{ apiSecret: [] }, 'apiSecret: expected a secret, received none'],
    [{ hmacSecret: 'abc\n' }, 'hmacSecret: expected printable ASCII'],
    [{ hmacSecret: ['a', 'a'] }, 'hmacSecret: the same secret was given twice'],
    [{ apiSecret: 'same', hmacSecret: 'same' }, 'must differ'],
    [{ references: { payable: ' x' } }, 'references.payable: expected a reference'],
    [{ references: { odd: ['ok', ''] } }, 'references.odd: expected a reference'],
    [
      { references: { payable: 'A', pay: 'A' } },
      'references.pay: expected another reference than payable',
    ],
    [{ references: { pay: ['B', 'B'] } }, 'references.pay: the same reference was given twice'],
    [
      { references: { pay: ['A', 'B', 'C', 'D'] } },
      'references.pay: expected at most 3, received 4',
    ],
    [{ references: { pay: ['A', ' '] } }, 'references.pay: expected a reference'],
    [{ references: { qr: '' } }, 'references.qr: expected 1 to 128 characters without control'],
    [{ references: { qr: 'a\nb' } }, 'references.qr: expected 1 to 128 characters without'],
    [{ timeoutMs: 0 }, 'timeoutMs: expected milliseconds greater than 0'],
    [{ runTimeoutMs: Number.NaN }, 'runTimeoutMs: expected milliseconds'],
    [
      { only: ['lookups'] },
      'only: expected the id of a check or the name of a group, received "lookups"',
    ],
    [{ skip: ['x'] }, 'skip: expected the id of a check'],
  ]

  test.for(WRONG)('%j are refused with the name of the wrong one', async ([wrong, problem]) => {
    const options = { ...OPTIONS, ...wrong }
    expect(optionsProblem(options)).toContain(problem)
    await expect(certify(options)).rejects.toThrow(TypeError)
  })

  test('of a whole run are valid', () => {
    expect(optionsProblem(OPTIONS)).toBe(null)
  })
})

describe('the list of checks', () => {
  test('has unique ids, is in the order of the groups, and gives each check a title and a source', () => {
    expect(new Set(CHECKS.map(({ id }) => id)).size).toBe(CHECKS.length)
    const order = CHECKS.map(({ group }) => GROUPS.indexOf(group))
    expect(order).toEqual(order.toSorted((a, b) => a - b))
    for (const { id, title, section } of CHECKS) {
      expect(id).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)+$/)
      expect(title).toMatch(/\.$|\}\.$/)
      expect(section).toMatch(/section|D\d/)
    }
  })
})

describe('the remedy', () => {
  /** A partner whose clock is off by this much. */
  const takesOnly =
    (seconds: number): typeof HONEST.isFreshLookup =>
    (timestamp = '') =>
      /^[0-9]{10}$/.test(timestamp) && Math.abs(secondsOff(timestamp) - seconds) < 300

  const CAUSES: [string, Partial<typeof HONEST>, string][] = [
    [
      'the timestamp first',
      {
        isSigned: (given, body, timestamp, { hmacSecrets: [secret = ''] }) =>
          given === signatureOf(timestamp, body.toString(), secret),
      },
      'puts the timestamp first',
    ],
    [
      'no timestamp',
      {
        isSigned: (given, body, _timestamp, { hmacSecrets: [secret = ''] }) =>
          given === signatureOf(body, '', secret),
      },
      'leaves the timestamp out',
    ],
    [
      'JSON as Python writes it',
      {
        isSigned: (given, body, timestamp, shop) => {
          const text = body.toString().replaceAll('":', '": ').replaceAll(/,"/g, ', "')
          return HONEST.isSigned(given, Buffer.from(text), timestamp, shop)
        },
      },
      'as Python writes JSON: it parses the body and writes it again',
    ],
    [
      'base64',
      {
        isSigned: (given, body, timestamp, { hmacSecrets: [secret = ''] }) =>
          given === Buffer.from(signatureOf(body, timestamp, secret), 'hex').toString('base64'),
      },
      'expects base64',
    ],
    [
      'the API secret as the key',
      {
        isSigned: (given, body, timestamp, { apiSecrets: [secret = ''] }) =>
          given === signatureOf(body, timestamp, secret),
      },
      'signs with the API secret',
    ],
    [
      'a clock that is hours off, without timestamp checks in lookups',
      { isFreshLookup: () => true, isFreshWebhook: takesOnly(-2 * 3600) },
      'accepts a timestamp only when it is 2 h behind. The secret is correct',
    ],
    ['anything else', { isSigned: () => false }, 'It is not one of the usual mistakes'],
  ]

  test.for(CAUSES)('names the mistake of a webhook verified with %s', async ([, rules, cause]) => {
    const report = await certifyPartner(rules, { only: ['webhook-acknowledged'] })
    expect(report.checks[0]).toMatchObject({ outcome: 'failed' })
    expect(report.checks[0]?.remedy).toContain(cause)
  })

  test('names a mistake that the caller provides', async () => {
    const reversed = (signature: string): string => Array.from(signature).toReversed().join('')
    const isSigned: typeof HONEST.isSigned = (given, body, timestamp, { hmacSecrets }) =>
      given === reversed(signatureOf(body, timestamp, hmacSecrets[0] ?? ''))
    const seen: RefusedWebhook[] = []
    const report = await certifyPartner(
      { isSigned },
      {
        only: ['webhook-acknowledged'],
        signatureMistakes: (webhook) => {
          seen.push(webhook)
          const { body, timestamp, hmacSecrets } = webhook
          const right = signatureOf(Buffer.from(body), timestamp, hmacSecrets[0])
          return [
            { signature: 'not this', cause: 'Something else.' },
            { signature: reversed(right), cause: 'The digits are reversed.' },
          ]
        },
      },
    )
    expect(report.checks[0]?.remedy).toBe('The digits are reversed.')
    expect(seen).toMatchObject([{ hmacSecrets: HMAC_SECRETS, apiSecrets: API_SECRETS }])
  })

  test.for<[what: string, body: string, words: string]>([
    ['an array', '[{"success":true}]', 'is an array'],
    ['cut off', '{"success":tru', 'is cut off'],
    ['a word', 'OK', 'plain text'],
    ['a text', '{"success":"true"}', 'boolean true'],
  ])('for an acknowledgement that is %s does not mention secrets', async ([, body, words]) => {
    const report = await certifyPartner(
      {
        write: (response, { status, value }) => {
          const isAcknowledgement = JSON.stringify(value) === '{"success":true}'
          response.writeHead(status, { 'content-type': 'application/json' })
          response.end(isAcknowledgement ? body : JSON.stringify(value))
        },
      },
      { only: ['webhook-acknowledged'] },
    )
    expect(report.checks[0]?.remedy).toContain(words)
    expect(report.checks[0]?.remedy).not.toMatch(/secret|X-Timestamp/i)
  })

  const LOOKUP_CAUSES: [string, Partial<typeof HONEST>, string][] = [
    [
      'the secrets swapped',
      { opensLookup: (header, { hmacSecrets: [secret = ''] }) => header === `Bearer ${secret}` },
      'the two are swapped',
    ],
    [
      'the secret without Bearer',
      { opensLookup: (header, { apiSecrets: [secret = ''] }) => header === secret },
      'remove "Bearer " from the header',
    ],
    [
      'milliseconds',
      { isFreshLookup: (timestamp = '') => timestamp.length === 13 },
      'X-Timestamp in milliseconds',
    ],
    [
      'a wrong time zone',
      { isFreshLookup: takesOnly(3600) },
      'accepts a timestamp only when it is 1 h ahead. The secret is correct',
    ],
    [
      'a clock that is days off, as the header Date shows',
      {
        isFreshLookup: takesOnly(-5 * 86_400),
        write: (response, reply, request) => {
          response.setHeader('date', new Date(Date.now() - 5 * 86_400_000).toUTCString())
          return HONEST.write(response, reply, request)
        },
      },
      'The clock of your server is 5 days behind, as the Date header of its answers shows',
    ],
    ['anything else', { opensLookup: () => false }, 'check for a line end or quotes'],
  ]

  test.for(LOOKUP_CAUSES)(
    'names the mistake of a lookup that expects %s',
    async ([, rules, cause]) => {
      const report = await certifyPartner(rules, { only: ['lookup-payable'] })
      expect(report.checks[0]).toMatchObject({ outcome: 'failed' })
      expect(report.checks[0]?.remedy).toContain(cause)
    },
  )
})
