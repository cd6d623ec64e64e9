/**
 * Follows the guide "Integrate in an afternoon" from the first line to the last, in three terminals,
 * on another port than 3000, which may be in use.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@wasl/embedded-postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { webhookEventSchema } from '@wasl/protocol'
import { playAfternoon, type Afternoon } from './test/afternoon.ts'
import { inBackground } from './test/background.ts'
import { guide, runCommands } from './test/guide.ts'
import { lacksModules } from '../examples/test/support/tools.ts'
import { isMissing } from './test/languages.ts'

const { blocks, block } = guide('integrate-in-an-afternoon.md')

/** The shops that have a server of Python, with the Python of the system where its packages are. */
const IN_PYTHON = [
  { name: 'python', python: 'python3', modules: [] },
  { name: 'django', python: '/usr/bin/python3', modules: ['django'] },
]

/** The commands of the third terminal, in the order of the page. */
const third = blocks
  .filter(
    ({ language, code }) => language === 'sh' && !/wasl dev --api-url|php -S|python3/.test(code),
  )
  .map(({ code }) => code)

describe.skipIf(isMissing('php') || isMissing('python3'))('an afternoon', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wasl-afternoon-'))
  const environment = {
    WASL_DEV_DIR: join(folder, 'dev'),
    DATA_FILE: join(folder, 'shop.sqlite'),
  }
  let afternoon: Afternoon

  beforeAll(async () => {
    // One command fails: an answer is lost on purpose.
    afternoon = await playAfternoon(third, environment)
  })

  afterAll(async () => {
    await afternoon.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** The output of the one block that contains these words. */
  const answerTo = (words: string): string => {
    const index = third.findIndex((code) => code.includes(words))
    return afternoon.answers[index] ?? `nothing: ${afternoon.ran.stderr}`
  }

  test('every block of the third terminal succeeds', () => {
    const { ran, statuses } = afternoon
    expect(statuses, ran.stderr + ran.stdout).toEqual(third.map(() => '0'))
  })

  test('a payment is looked up, paid and reported', () => {
    const told = answerTo('wasl dev pay CMD-2026-0117')
    expect(told).toContain('payment.initialized acknowledged')
    expect(told).toContain('payment.success acknowledged')
    expect(answerTo('wasl status')).toMatch(/\bpaid\b/)
  })

  test('a lock lapses when the clock is moved', () => {
    const told = answerTo('clock +16m')
    expect(told.match(/payment\.fail acknowledged/g)?.length).toBeGreaterThanOrEqual(1)
    expect(told).toContain('locked until')
  })

  test('a lost answer to payment.success makes the event come again', async () => {
    const told = answerTo('lost-ack')
    expect(told).toContain('payment.initialized acknowledged')
    expect(told).toMatch(/payment\.success not acknowledged/)
    await afternoon.platform.says(/payment\.success.*ECOLE.*\(attempt 2\) → acknowledged/)
  })

  test('the guide shows an error and a webhook as they are sent', () => {
    expect(JSON.parse(answerTo('NO-SUCH-ORDER'))).toEqual(JSON.parse(block('json', 'NOT_FOUND')))
    const shown: unknown = JSON.parse(block('json', 'payment.success'))
    expect(webhookEventSchema.parse(shown)).toEqual(shown)
  })

  test('a single event is acknowledged', () => {
    expect(answerTo('wasl trigger')).toContain('acknowledged in')
  })

  test('in CI the same references are certified once more, with nothing left out', async () => {
    const port = await freePort()
    const commands = block('sh', 'wasl_sec_ci_new').replaceAll(
      '127.0.0.1:3001',
      `127.0.0.1:${port}`,
    )
    const { status, stdout, stderr } = await runCommands(commands, environment)
    expect(stdout + stderr).toMatch(/^Conforms: /m)
    expect(status, stdout + stderr).toBe(0)
  })

  test.for(IN_PYTHON)('examples/$name starts as in the guide', async (shop, { skip }) => {
    skip(lacksModules(shop.modules), `no Python has ${shop.name}`)
    const port = await freePort()
    const start = block('sh', `cd examples/${shop.name}\n`)
      .replace('PORT=3000', `PORT=${port}`)
      .replace('python3', shop.python)
    const records = { ...environment, DATA_FILE: join(folder, `${shop.name}.sqlite`) }
    const server = inBackground(start, records)
    try {
      const lookup = block('sh', 'CMD-2026-0118" ').replaceAll(
        '127.0.0.1:3000',
        `127.0.0.1:${port}`,
      )
      const wait = '--retry 30 --retry-delay 1 --retry-connrefused'
      const { stdout, stderr } = await runCommands(
        `eval "$(npx --no-install wasl dev env)"\n${lookup.replace('curl', `curl ${wait}`)}`,
        records,
      )
      expect(stdout, stderr).not.toBe('')
      expect(JSON.parse(stdout)).toEqual(JSON.parse(block('json', 'total_amount')))
    } finally {
      await server.stop()
    }
  })

  test.for(IN_PYTHON)('in CI examples/$name gets the certificate', async (shop, { skip }) => {
    skip(lacksModules(shop.modules), `no Python has ${shop.name}`)
    const port = await freePort()
    const [php = ''] = /^php -S.*$/m.exec(block('sh', 'wasl_sec_ci_new')) ?? []
    const commands = block('sh', 'wasl_sec_ci_new')
      .replace(php, () => block('sh', 'PORT=3001').trimEnd())
      .replace('examples/python', `examples/${shop.name}`)
      .replace('exec python3', `exec ${shop.python}`)
      .replaceAll('127.0.0.1:3001', `127.0.0.1:${port}`)
      .replace('PORT=3001', `PORT=${port}`)
    const { status, stdout, stderr } = await runCommands(commands, environment)
    expect(stdout + stderr).toMatch(/^Conforms: /m)
    expect(status, stdout + stderr).toBe(0)
  })

  test('the lookup is answered as in the guide', () => {
    expect(JSON.parse(answerTo('curl'))).toEqual(JSON.parse(block('json', 'total_amount')))
  })

  test('the shop passes all checks of the certification', () => {
    expect(answerTo('wasl certify')).toMatch(/\d{3} passed, 0 failed/)
  })
})
