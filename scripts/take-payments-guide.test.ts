/**
 * Runs every command of the guide "Take payments" in one terminal, against `npm start`. Then runs the
 * till of the guide over a network that loses answers.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@wasl/embedded-postgres'
import { ERRORS, channelPayment, receipt } from '@wasl/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkInvariants } from '../platform/test/support/invariants.ts'
import { startPartner, type PartnerServer } from '../platform/test/support/partner.ts'
import type { TestChannel, TestPartner } from '../platform/test/support/node.ts'
import { startTestPlatform, type TestPlatform } from '../platform/test/support/platform.ts'
import { until } from '../platform/test/support/wait.ts'
import { inBackground, type Background } from './test/background.ts'
import { ROOT, guide, runCommands, type Ran } from './test/guide.ts'

const { text, blocks, block } = guide('take-payments.md')

const START = block('sh', 'npm start')
const typed = blocks
  .filter(({ language, code }) => language === 'sh' && code !== START)
  .map(({ code }) => code)

const END = /--- status (\d+)\n/

describe('taking payments on one machine', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wasl-take-payments-'))
  let started: Background
  let ran: Ran
  let told: string[]

  beforeAll(async () => {
    writeFileSync(join(folder, 'till.mjs'), block('js', 'idempotency'))
    const port = await freePort()
    const environment = { WASL_DEV_DIR: join(folder, 'data'), JOURNAL: join(folder, 'journal') }
    started = inBackground(`${START.trim()} -- --port ${port}`, environment)
    await started.says('Ctrl-C stops everything')
    const here = (commands: string) =>
      commands
        .replaceAll('127.0.0.1:8080', `127.0.0.1:${port}`)
        .replaceAll('./.wasl/dev/', `${folder}/data/`)
        .replaceAll('till.mjs', `${folder}/till.mjs`)
    const commands = typed.map((code) => `${here(code)}\necho "--- status $?"\n`).join('')
    ran = await runCommands(`set +e\n${commands}`, environment)
    told = ran.stdout.split(END)
  })

  afterAll(async () => {
    await started.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** The output of the one block that contains these words. */
  const printedFor = (words: string): string => {
    const index = typed.indexOf(block('sh', words))
    return told[2 * index] ?? `nothing: ${ran.stderr}`
  }

  const answerTo = (words: string): unknown => JSON.parse(printedFor(words))

  test('every block succeeds', () => {
    const statuses = told.filter((_part, index) => index % 2 === 1)
    expect(statuses, ran.stderr + ran.stdout).toEqual(typed.map(() => '0'))
    expect(ran.stderr).toBe('')
  })

  test('an opening is answered as in the guide', () => {
    const shown = JSON.parse(block('json', '"stage":"locked"')) as object
    expect(answerTo('CMD-2026-0117')).toEqual({
      ...shown,
      paymentId: expect.any(String),
      partnerId: expect.any(String),
      lockReleaseTime: expect.any(String),
    })
    expect(channelPayment.parse(shown)).toEqual(shown)
  })

  test('a confirmed payment is paid, and is shown as paid', () => {
    expect(answerTo('/confirm"')).toMatchObject({ stage: 'paid', reference: 'CMD-2026-0117' })
    expect(answerTo('payments/$PAYMENT_ID" -H')).toEqual(answerTo('/confirm"'))
  })

  test('a paid payment has a receipt', () => {
    expect(printedFor('format=html')).toContain('Reçu de paiement')
    expect(receipt.parse(answerTo('/receipt" -H'))).toMatchObject({
      reference: 'CMD-2026-0117',
      amount: 5490,
    })
  })

  test('a cancelled payment is released', () => {
    expect(answerTo('/cancel"')).toMatchObject({ stage: 'released', failReason: 'cancelled' })
  })

  test('a QR code is scanned, and paid with the amount that was shown', () => {
    expect(answerTo('operatorKey')).toMatchObject({ mode: 'MULTI_AMOUNT', amounts: [200, 350] })
    expect(answerTo('"updatedAt":')).toMatchObject({
      stage: 'locked',
      amount: 350,
      reference: expect.stringMatching(/^QR-/),
    })
  })

  test('an agent takes a payment, counts without a difference, and closes the shift', () => {
    expect(printedFor('heldDaysMax')).toMatch(/^agt_\d+\n$/)
    const [begun, difference, closed, cash = ''] = printedFor('count.difference').split('\n')
    expect([begun, difference, closed]).toEqual(['counting', '0', 'closed'])
    expect(JSON.parse(cash)).toMatchObject({
      items: expect.arrayContaining([
        expect.objectContaining({ name: 'Karim Haddad', amount: 12_350.5 }),
      ]),
    })
  })

  test('the till opens payments, and counts the drawer', () => {
    expect(printedFor('till.mjs open')).toMatch(
      /^[\w-]{36} CMD-2026-0118 599\.80 DZD: locked, \d+ s left\n$/,
    )
    expect(printedFor('till.mjs day')).toMatch(/^\d+ payments, [\d.]+ DZD\n$/)
  })
})

/** What the network does with a request: passes it on, loses the answer, or replaces the answer. */
type Fate = 'pass' | 'lose the answer' | 'lose the request' | 'log in first' | 'bad gateway'

/** A network between a till and the platform. It treats requests as listed, in turn, then passes all on. */
const startNetwork = async (origin: string) => {
  const fates: Fate[] = []
  let lost = 0
  const server = createServer((request, response) => {
    const fate = fates.shift() ?? 'pass'
    void meet(fate, origin, request, response).then(() => {
      if (fate === 'lose the answer') lost += 1
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    /** How many answers were lost so far. */
    lost: () => lost,
    bring: (...coming: Fate[]) => void fates.splice(0, fates.length, ...coming),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const meet = async (
  fate: Fate,
  origin: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  if (fate === 'log in first') {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Free Wi-Fi</h1>')
  } else if (fate === 'bad gateway') {
    response
      .writeHead(502, { 'content-type': 'application/json' })
      .end('{"error":"BAD_GATEWAY","message":"upstream"}')
  } else if (fate === 'lose the request') {
    request.socket.destroy()
  } else {
    const { host: _host, connection: _connection, ...headers } = request.headers
    const answer = await fetch(origin + request.url, {
      method: request.method ?? 'GET',
      headers: headers as Record<string, string>,
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    })
    const body = await answer.text()
    if (fate === 'lose the answer') request.socket.destroy()
    else response.writeHead(answer.status, { date: answer.headers.get('date') ?? '' }).end(body)
  }
}

describe('the till of the guide', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wasl-till-'))
  const journal = join(folder, 'till.jsonl')
  let platform: TestPlatform
  let server: PartnerServer
  let partner: TestPartner
  let channel: TestChannel
  let network: Awaited<ReturnType<typeof startNetwork>>

  beforeAll(async () => {
    writeFileSync(join(folder, 'till.mjs'), block('js', 'idempotency'))
    platform = await startTestPlatform()
    server = await startPartner()
    partner = await platform.createPartner(server)
    channel = await platform.createChannel('DELIVERY')
    apiKey = channel.apiKey
    network = await startNetwork(platform.origin)
  })

  afterAll(async () => {
    await network.close()
    await platform.stop()
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  })

  let apiKey: string

  const start = (...given: string[]) => {
    const child = spawn(process.execPath, ['till.mjs', ...given], {
      cwd: folder,
      env: { WASL_URL: network.origin, CHANNEL_KEY: apiKey },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let printed = ''
    let complained = ''
    child.stderr.on('data', (chunk) => (complained += String(chunk)))
    child.stdout.on('data', (chunk) => (printed += String(chunk)))
    return { child, ended: once(child, 'close').then(() => printed), complained: () => complained }
  }

  const till = (...given: string[]): Promise<string> => start(...given).ended

  /** Kills the till after the platform has processed its request, before the till has the answer. */
  const killed = async (...given: string[]): Promise<void> => {
    const before = network.lost()
    network.bring(
      'lose the answer',
      ...Array.from({ length: 9 }, () => 'lose the request' as const),
    )
    const { child, ended } = start(...given)
    await until('the answer to be lost', async () => network.lost() > before)
    child.kill('SIGKILL')
    await ended
    network.bring()
  }

  const opened = async (reference: string): Promise<string> => {
    const printed = await till('open', partner.partnerId, reference)
    expect(printed).toContain(': locked')
    return printed.split(' ')[0] ?? ''
  }

  test('takes one payment over a network that loses and replaces answers', async () => {
    network.bring('lose the request', 'lose the answer', 'log in first')
    const attempt = await opened('LOST-1')
    network.bring('bad gateway', 'lose the answer', 'lose the answer')
    expect(await till('confirm', attempt)).toMatch(/LOST-1 599\.80 DZD: paid/)
    expect(server.lookupsOf('LOST-1')).toHaveLength(1)
    await server.webhooksArrived('LOST-1', 1, 'payment.success')
  })

  test('continues after a crash with the requests that were not answered', async () => {
    const attempt = await opened('CRASH-1')
    await killed('confirm', attempt)
    // A crash may also truncate a line.
    writeFileSync(journal, `${readFileSync(journal, 'utf8')}\n{"attempt":"x","st`)
    expect(await till('again')).toMatch(/^[\w-]+ CRASH-1 599\.80 DZD: paid\n$/)
    expect(await till('again')).toBe('')
  })

  test('treats a refused key as no answer, because it says nothing about the first try', async () => {
    const attempt = await opened('KEY-1')
    await killed('confirm', attempt)
    apiKey = 'wasl_chn_1_revoked'
    const { child, ended, complained } = start('again')
    await until('the key to be refused', async () => complained().includes('CHANNEL401'))
    child.kill('SIGKILL')
    expect(await ended).toBe('')
    apiKey = channel.apiKey
    expect(await till('again')).toContain('KEY-1 599.80 DZD: paid')
  })

  test('accepts the current state of a payment as the answer to a repeated opening', async () => {
    await killed('open', partner.partnerId, 'LATE-1')
    await platform.clock.advance(901)
    expect(await till('again')).toMatch(/LATE-1 599\.80 DZD: released\n$/)
  })

  test('returns the cash when the lock has lapsed', async () => {
    const attempt = await opened('LAPSED-1')
    await platform.clock.advance(901)
    expect(await till('confirm', attempt)).toMatch(/^PAYMENT409_LOCK_LOST: .*espèces.*rouvrez/)
    expect(await till('confirm', await opened('LAPSED-1'))).toContain(': paid')
  })

  test('cancels a payment, and cannot confirm it afterwards', async () => {
    const attempt = await opened('CANCELLED-1')
    expect(await till('cancel', attempt)).toContain(': released')
    expect(await till('confirm', attempt)).toMatch(/^PAYMENT409_WRONG_STAGE: .*rendez les espèces/)
  })

  test('counts each payment of a day once, even if it was refunded', async () => {
    server.prices.set('DAY-1', 0.1).set('DAY-2', 0.2)
    const since = (await platform.clock.now()).toISOString()
    for (const reference of ['DAY-1', 'DAY-2']) {
      const attempt = await opened(reference)
      await till('confirm', attempt)
      await till('confirm', attempt)
    }
    const before = new Date((await platform.clock.now()).getTime() + 1).toISOString()
    const refunded = await platform.operator('/payments?reference=DAY-2')
    await platform.refund(refunded.items[0].paymentId)
    const lines = (await till('day', since, before)).trim().split('\n')
    expect(lines).toEqual([
      expect.stringMatching(/\tDAY-1\t0\.10\tpaid$/),
      expect.stringMatching(/\tDAY-2\t0\.20\trefunded$/),
      '2 payments, 0.30 DZD',
    ])
    expect(await till('day', before, '2999-01-01T00:00:00.000Z')).toBe('0 payments, 0.00 DZD\n')
    await platform.settled()
    expect(await checkInvariants(platform.pool)).toEqual([])
  })
})

describe('the guide "Take payments"', () => {
  const openapi = JSON.parse(readFileSync(join(ROOT, 'protocol/openapi.json'), 'utf8')) as {
    paths: Record<string, Record<string, { responses: Record<string, unknown> }>>
  }

  test('says what to do about every error code that the channel API can return', () => {
    const documented = Object.entries(openapi.paths)
      .filter(([path]) => path.startsWith('/channel/'))
      .flatMap(([, operations]) => Object.values(operations))
      .flatMap(({ responses }) => JSON.stringify(responses).match(/[A-Z_]+\d{3}\w*/g) ?? [])
    const codes = new Set(documented.filter((code) => code in ERRORS))
    expect(codes.size).toBeGreaterThan(20)
    const rows = text.match(/^\| `[A-Z].*/gm)?.join('\n') ?? ''
    expect([...codes].filter((code) => !rows.includes(`\`${code}\``))).toEqual([])
  })

  test('has the right status for each code', () => {
    for (const [, codes = '', statuses = ''] of text.matchAll(
      /^\| (`[A-Z_]+\d{3}.*?`) \| ([\d, ]+) \|/gm,
    )) {
      const named = (codes.match(/\w+/g) ?? []) as (keyof typeof ERRORS)[]
      expect([...new Set(named.map((code) => String(ERRORS[code].status)))]).toEqual(
        statuses.split(', '),
      )
    }
  })

  test('says what every stage means at the counter', () => {
    const stages = channelPayment.shape.stage.options
    for (const stage of stages) expect(text).toContain(`\n| \`${stage}\` |`)
    for (const reason of channelPayment.shape.failReason.unwrap().options) {
      expect(text).toContain(`\`${reason}\``)
    }
  })

  test('has only snippets that a test checks', () => {
    expect(blocks.map(({ language }) => language).filter((name) => name !== 'sh')).toEqual([
      'json',
      'js',
    ])
    expect(text.match(/^```/gm)).toHaveLength(2 * blocks.length)
  })
})
