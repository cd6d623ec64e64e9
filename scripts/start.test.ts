/** `npm start` as a separate process. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, watch } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { until } from '../platform/test/support/wait.ts'
import { collect, READY, startCommand, useStarts, type Run } from './test/npm-start.ts'

const PATIENCE_MS = 300_000

const startAnywhere = (): string[] => [...startCommand(), '--port', '0']
const START_BY_NPM = ['npm', 'start', '--silent', '--', '--port', '0']

/** The status of a request with this `Host`, as after DNS rebinding. */
const getAs = async (host: string, url: string): Promise<number | undefined> => {
  const [response] = (await once(get(url, { headers: { host } }), 'response')) as [IncomingMessage]
  response.resume()
  return response.statusCode
}

/** Follows a link that signs in: where it leads, and who is signed in there. */
const follow = async (output: string, who: string): Promise<string[]> => {
  const link = new RegExp(`^ *${who} +(http://localhost:\\d+/[\\w-]{22}/${who})$`, 'm').exec(
    output,
  )?.[1]
  const { host, port, pathname } = new URL(String(link))
  // Neither a page of another name, nor one that does not know the secret, is signed in.
  const foreign = await getAs(`evil.example:${port}`, String(link))
  const guessed = await getAs(host, `http://${host}/${pathname.split('/').at(-1)}`)
  expect([foreign, guessed]).toEqual([404, 404])
  const door = await fetch(String(link), { redirect: 'manual' })
  const page = new URL(door.headers.get('location') ?? '')
  expect(await getAs(`evil.example:${page.port}`, page.href)).toBe(400)
  expect(await getAs(`127.0.0.1:${page.port}`, page.href)).toBe(200)
  expect((await fetch(page)).headers.get('content-type')).toMatch(/^text\/html/)
  const cookie = door.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const session = await fetch(new URL('/account/v1/session', page), { headers: { cookie } })
  const { side, role } = (await session.json()) as Record<string, string>
  return [page.pathname, `${side} ${role}`]
}

describe('npm start', () => {
  const { dataDir, start, keep, nothingIsLeft } = useStarts('wasl-start-', PATIENCE_MS)

  const startAndWait = async (command: readonly string[] = startAnywhere()): Promise<Run> => {
    const run = start(command)
    const isTold = (): boolean => run.output().includes(READY) || run.child.exitCode !== null
    await until('the story to be told', isTold, PATIENCE_MS)
    expect(run.output()).toContain(READY)
    return run
  }

  let current: Run | null = null

  /** The run that an earlier test has left, or a new one: a story takes seconds to be told. */
  const running = async (): Promise<Run> => {
    current ??= await startAndWait()
    keep(current)
    return current
  }

  /** The run is ended by the test. */
  const taken = async (): Promise<Run> => {
    const run = await running()
    current = null
    keep(null)
    return run
  }

  /** The partner and the channels, with their keys. */
  const accounts = (): unknown => {
    const file = join(dataDir(), 'dev.json')
    const { partner, channels } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
    return { partner, channels }
  }

  test('stops during the very first start and leaves nothing running', async () => {
    // The folder in which the new database is made, until it is moved to its place.
    const isMakingDatabase = someFileIn(dataDir(), /^postgres\.draft-/)
    const { child, output, ended } = start(startAnywhere())
    await isMakingDatabase
    child.kill('SIGINT')
    expect(await ended).toBe(0)
    expect(output()).not.toContain('How a reference is paid')
    await nothingIsLeft()
  })

  test('pays a reference through each kind of channel, and is refused once', async () => {
    const { output } = await running()
    for (const [kind, amount] of [
      ['AGENCY', '5490.00'],
      ['DELIVERY', '12350.50'],
      ['MARKETPLACE', '599.80'],
    ] as const) {
      const steps = chapter(output(), `(${kind})`)
        .slice(0, 7)
        .map((text) => text.replace(/\s+/g, ' ').trim())
      expect(steps).toEqual([
        expect.stringMatching(/^open channel → platform POST …\/payments \S+$/),
        expect.stringMatching(/^lookup platform → partner GET \/\S+ ✓ [\d.]+ DZD$/),
        expect.stringMatching(/^lock platform → channel 201 ✓ locked until \d\d:\d\d:\d\d$/),
        expect.stringMatching(
          /^webhook \S+ → partner payment.initialized ✓ acknowledged in \d+ ms/,
        ),
        expect.stringMatching(/^confirm channel → platform POST …\/confirm ✓ paid$/),
        expect.stringMatching(/^webhook \S+ → partner payment.success ✓ acknowledged in \d+ ms$/),
        'status partner → platform GET …/status ✓ paid, webhook delivered',
      ])
      expect(steps[1]).toContain(amount)
    }
    expect(output()).toMatch(/open .* ✗ REFERENCE409_ALREADY_PAID/)
    const byCode = chapter(output(), 'picks an amount')
      .slice(0, 8)
      .map((text) => text.replace(/\s+/g, ' ').trim())
    expect(byCode).toEqual([
      'set partner → platform POST …/set-qr-config ✓ MULTI_AMOUNT',
      'scan channel → platform GET …/qr-codes/… ✓ 200.00 or 350.00 DZD',
      'open channel → platform POST …/payments 350.00 DZD',
      expect.stringMatching(/^lock platform → channel 201 ✓ locked until \d\d:\d\d:\d\d$/),
      expect.stringMatching(/^webhook \S+ → partner payment.initialized ✓ acknowledged in \d+ ms/),
      'confirm channel → platform POST …/confirm ✓ paid',
      expect.stringMatching(/^webhook \S+ → partner payment.success ✓ acknowledged in \d+ ms$/),
      'status partner → platform GET …/status ✓ paid, webhook delivered',
    ])
    expect(output()).toMatch(/A phone opens http:\/\/127\.0\.0\.1:\d+\/q\/[0-9A-Z]{26}/)
    // Colours are for terminals.
    expect(output()).not.toContain('\u001b')
  })

  test('closes a day of money, pays the partner, and its books add up', async () => {
    const text = (await running()).output()
    const steps = chapter(text, 'who is owed what').map((step) => step.trim().split(/\s+/)[0])
    const expected = 'agree shift confirm confirm confirm count hand bank'.split(' ')
    expect(steps.slice(0, 8)).toEqual(expected)
    expect(steps.slice(-3)).toEqual(['close', 'approve', 'pay'])
    const file = /Its document: (\S+\.pdf)/.exec(text.replaceAll(/\n\s+/g, ' '))?.[1] ?? ''
    expect(readFileSync(file).subarray(0, 5).toString()).toBe('%PDF-')
    const books = tableOf(text, 'The books, where debits equal credits')
    const [debits, credits, balance] = books.get('total') ?? []
    expect([debits, balance]).toEqual([credits, '0.00'])
    for (const kind of ['cash', 'in_transit', 'float_owed', 'partner_payable'])
      expect([kind, books.get(kind)?.[2]]).toEqual([kind, '0.00'])
    for (const [who, screen, role] of [
      ['owner', '/console', 'operator owner'],
      ['partner', '/portal', 'partner owner'],
      ['agent', '/till', 'channel agent'],
    ] as const) {
      expect(await follow(text, who)).toEqual([screen, role])
      // A second click, or another window.
      expect(await follow(text, who)).toEqual([screen, role])
    }
  })

  test('keeps its keys, makes new references, and shows commands that work as pasted', async () => {
    await interrupt(await taken())
    const before = accounts()
    const { output } = await running()
    expect(accounts()).toEqual(before)
    expect(chapter(output(), '(AGENCY)')[0]).not.toContain('CMD-2026-0120')

    const [, open = '', confirm = ''] = commandsOf(output()).split(/^# \d.*$/m)
    const cancel = confirm.replace('/confirm', '/cancel')
    // Pasted again after the payment has ended, the opening makes a payment that can be confirmed.
    const twice = await runInBash(open + cancel + open + cancel)
    expect(twice.map(({ stage }) => stage)).toEqual(['locked', 'released', 'locked', 'released'])
    expect(new Set(twice.map(({ paymentId }) => paymentId)).size).toBe(2)

    const answers = await runInBash(commandsOf(output()))
    expect(answers).toMatchObject([
      { stage: 'locked', amount: 2750, currency: 'DZD' },
      { stage: 'paid', paidAt: expect.any(String) },
      { stage: 'paid', paid: true, channel: 'AGENCY', amount: 2750 },
    ])
    expect(new Set(answers.map(({ paymentId }) => paymentId)).size).toBe(1)
    const isAcknowledged = (): boolean =>
      /webhook +✓ payment\.success \S+ → acknowledged/.test(output())
    await until('the webhook to be acknowledged', isAcknowledged, PATIENCE_MS)
  })

  test('leaves nothing running when it is interrupted twice', async () => {
    const { child, output, errors, ended } = await taken()
    const addresses = output().match(/http:\/\/127\.0\.0\.1:\d+/g) ?? []
    // Both signals arrive while it is stopped: otherwise it may end before the second one.
    for (const signal of ['SIGSTOP', 'SIGINT', 'SIGTERM', 'SIGCONT'] as const) child.kill(signal)
    expect(await ended).toBe(0)
    expect(errors()).toContain('Stopped.')
    await nothingIsLeft()
    for (const address of new Set(addresses)) await expect(fetch(address)).rejects.toThrow()
  })

  test('stops when npm is told to, and npm waits for it', async () => {
    const { child, errors, ended } = await startAndWait(START_BY_NPM)
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(errors()).toContain('Stopped.')
    await nothingIsLeft()
  })

  test('says which option to change when the chosen port is taken', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const { errors, ended } = start([...startAnywhere(), '--port', String(port)])
    expect(await ended).toBe(3)
    server.close()
    expect(errors()).toContain(`The port ${port} is taken by another program.`)
    expect(errors()).toContain('Leave --port out')
    await nothingIsLeft()
  })

  test('makes new keys when the database was removed', async () => {
    const before = accounts()
    rmSync(join(dataDir(), 'postgres'), { recursive: true })
    const { output } = await running()
    expect(output()).toContain('paid, webhook delivered')
    expect(accounts()).not.toEqual(before)
  })

  test('leaves nothing running when it is killed', async () => {
    const { child } = await taken()
    child.kill('SIGKILL')
    expect(await nothingIsLeft()).toBe(true)
  })
})

const interrupt = async ({ child, ended }: Run): Promise<void> => {
  child.kill('SIGINT')
  expect(await ended).toBe(0)
}

/** Resolves when the folder has an entry of this name. */
const someFileIn = (folder: string, name: RegExp): Promise<void> =>
  new Promise((resolve) => {
    const watcher = watch(folder, (_change, found) => {
      if (found === null || !name.test(found)) return
      watcher.close()
      resolve()
    })
  })

/** The steps after the heading with this ending. */
const chapter = (output: string, ending: string): string[] => {
  const lines = output.split('\n')
  const first = lines.findIndex((text) => text.endsWith(ending))
  const steps = lines.slice(first + 1).filter((text) => /^ {3}\w+ .*→/.test(text))
  return steps
}

/** The rows of the table below a heading: the name and its sums. */
const tableOf = (output: string, heading: string): Map<string, string[]> => {
  const [, after = ''] = output.split(heading)
  const rows = after.split('\n').slice(2)
  const end = rows.findIndex((row) => row.trim() === '' || /^ +[A-Z]/.test(row))
  return new Map(
    rows.slice(0, end).map((row) => {
      const [name = '', ...sums] = row.trim().split(/\s+/)
      return [name, sums]
    }),
  )
}

const commandsOf = (output: string): string =>
  output.slice(output.indexOf('# 1.'), output.indexOf('What the partner'))

const runInBash = async (commands: string): Promise<Record<string, unknown>[]> => {
  const child = spawn('bash', ['-euo', 'pipefail', '-c', commands], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const output = collect(child.stdout)
  const [code] = (await once(child, 'close')) as [number]
  expect(code).toBe(0)
  const lines = output().trim().split('\n')
  return lines.map((text) => JSON.parse(text) as Record<string, unknown>)
}
