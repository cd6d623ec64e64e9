/**
 * The guide "Integrate in an afternoon", done from its first line to its last in three terminals, on
 * another port than 3000, which may be somebody's.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort, inBackground } from './test/background.ts'
import type { Background } from './test/background.ts'
import { guide, isMissing, runCommands } from './test/guide.ts'
import type { Ran } from './test/guide.ts'

const { blocks, block } = guide('integrate-in-an-afternoon.md')

const MINUTES_MS = 60_000

/** The commands of the third terminal, in the order of the page. */
const third = blocks
  .filter(({ language, code }) => language === 'sh' && !/wasl dev --api-url|php -S/.test(code))
  .map(({ code }) => code)

/** Ends the answer to a block, with the status of its last command. */
const END = /--- status (\d+)\n/

describe.skipIf(isMissing('php'))('an afternoon', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wasl-afternoon-'))
  const environment = {
    WASL_DEV_DIR: join(folder, 'dev'),
    DATA_FILE: join(folder, 'shop.json'),
  }
  let platform: Background
  let shop: Background
  let ran: Ran
  let answers: string[]
  let statuses: string[]

  beforeAll(async () => {
    const port = await freePort()
    const there = (commands: string) => commands.replaceAll('127.0.0.1:3000', `127.0.0.1:${port}`)
    platform = inBackground(there(block('sh', 'wasl dev --api-url')), environment)
    await platform.says('nothing listens')
    shop = inBackground(there(block('sh', 'php -S')), environment)
    await platform.says('your server is up')
    // A terminal goes on when a command says no, and one does: an answer is lost on purpose.
    const typed = third.map((code) => `${code}\necho "--- status $?"\n`).join('')
    ran = await runCommands(there(`set +e\n${typed}`), environment)
    const told = ran.stdout.split(END)
    answers = told.filter((_text, index) => index % 2 === 0)
    statuses = told.filter((_text, index) => index % 2 === 1)
  }, 10 * MINUTES_MS)

  afterAll(async () => {
    await Promise.all([platform.stop(), shop.stop()])
    rmSync(folder, { recursive: true, force: true })
  }, MINUTES_MS)

  /** What was printed for the one block with these words. */
  const answerTo = (words: string): string => {
    const index = third.findIndex((code) => code.includes(words))
    return answers[index] ?? `nothing: ${ran.stderr}`
  }

  test('every block of the third terminal ends well', () => {
    expect(statuses, ran.stderr + ran.stdout).toEqual(third.map(() => '0'))
  })

  test('a payment is looked up, paid and told of', () => {
    const told = answerTo('wasl dev pay CMD-2026-0117')
    expect(told).toContain('payment.initialized acknowledged')
    expect(told).toContain('payment.success acknowledged')
    expect(answerTo('wasl status')).toMatch(/\bpaid\b/)
  })

  test('a lock that is left alone lapses when the clock is moved', () => {
    const told = answerTo('clock +16m')
    expect(told.match(/payment\.fail acknowledged/g)?.length).toBeGreaterThanOrEqual(1)
    expect(told).toContain('locked until')
  })

  test('an answer that was lost makes the event come again', async () => {
    expect(answerTo('lost-ack')).toMatch(/not acknowledged/)
    await platform.says(/ECOLE.*\(attempt 2\) → acknowledged/)
  })

  test('one event alone is acknowledged', () => {
    expect(answerTo('wasl trigger')).toContain('acknowledged in')
  })

  test('the lookup is answered as the guide shows', () => {
    expect(JSON.parse(answerTo('curl'))).toEqual(JSON.parse(block('json', 'total_amount')))
  })

  test('the shop is certified, with nothing left out', () => {
    expect(answerTo('wasl certify')).toMatch(/\d{3} passed, 0 failed/)
  })
})
