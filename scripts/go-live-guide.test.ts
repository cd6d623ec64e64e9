/** Runs every command of the guide "Go live", for a partner in PHP, against the real platform. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@wasl/embedded-postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestPlatform } from '../platform/test/support/platform.ts'
import type { TestPlatform } from '../platform/test/support/platform.ts'
import { inBackground } from './test/background.ts'
import type { Background } from './test/background.ts'
import { guide, runCommands } from './test/guide.ts'
import { isMissing } from './test/languages.ts'

const { block } = guide('go-live.md')

/** References for the certification. The reader creates them; the example has these. */
const REFERENCES: Record<string, string> = {
  'TEST-2026-0001': 'CMD-2026-0117',
  'TEST-2026-0002': 'CMD-2026-0118',
  'TEST-2026-0003': 'CMD-2026-0001',
  'TEST-2026-0004': 'فاتورة-٢٠٢٦-٠٠٤٢',
}

const ours = (commands: string): string =>
  commands.replaceAll(/TEST-2026-\d{4}/g, (name) => REFERENCES[name] ?? name)

describe.skipIf(isMissing('php'))('going live', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wasl-go-live-'))
  let platform: TestPlatform
  let shop: Background
  let variables: Record<string, string>

  beforeAll(async () => {
    platform = await startTestPlatform()
    const port = await freePort()
    const apiUrl = `http://127.0.0.1:${port}`
    const partner = await platform.createPartner({ apiUrl, trust: () => undefined })
    variables = {
      API_URL: apiUrl,
      API_SECRET: partner.apiSecret,
      HMAC_SECRET: partner.hmacSecret,
      WASL_URL: platform.origin,
      WASL_API_KEY: partner.apiKey,
    }
    const start = `cd examples/php && php -S 127.0.0.1:${port} index.php`
    shop = inBackground(start, { ...variables, DATA_FILE: join(folder, 'shop.sqlite') })
    await shop.says('started')
    const channel = await platform.createChannel()
    const { paymentId } = await platform.opened(channel, partner, 'ECOLE/2026-2027/T1/0342')
    await platform.change(channel, 'cancel', paymentId)
    await platform.settled()
  })

  afterAll(async () => {
    await shop.stop()
    await platform.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const run = (words: string, changed: Record<string, string> = {}) => {
    const commands = ours(block('sh', words)).replace('report.html', join(folder, 'report.html'))
    return runCommands(commands, { ...variables, ...changed })
  }

  test('a stranger is answered 401', async () => {
    expect((await run('http_code')).stdout).toBe('401\n')
  })

  test('a reference with slashes arrives unchanged', async () => {
    const { stdout } = await run('%2F')
    expect(JSON.parse(stdout)).toMatchObject({ reference: 'ECOLE/2026-2027/T1/0342' })
  })

  test('the clocks can be compared, by a path that the operator’s proxy forwards', async () => {
    expect(block('sh', 'date -u')).toContain('$WASL_URL/partner/')
    const { status, stdout } = await run('date -u')
    expect(status).toBe(0)
    const [here = '', there = ''] = stdout.trim().split('\n')
    const apart = Date.parse(there.replace(/^date: /i, '')) - Date.parse(here)
    expect(Math.abs(apart)).toBeLessThan(60_000)
  })

  test('the certification exits with 0 and writes a report', async () => {
    const { status, stdout, stderr } = await run('wasl certify')
    expect(status, stdout + stderr).toBe(0)
    expect(stdout).toMatch(/\d+ passed, 0 failed/)
    expect(existsSync(join(folder, 'report.html'))).toBe(true)
  })

  test('the status of a reference is shown', async () => {
    const { status, stdout, stderr } = await run('wasl status')
    expect(status, stderr).toBe(0)
    expect(stdout).toContain('not_found')
  })

  test('failed events are listed and sent again', async () => {
    expect(JSON.parse((await run('state=failed')).stdout)).toEqual({ items: [], nextCursor: null })
    const { status, stdout } = await run('redeliver')
    expect(status).toBe(0)
    expect(JSON.parse(stdout)).not.toHaveProperty('error')
  })

  test('two secrets are valid at the same time', async () => {
    const both = `${block('sh', 'NEW_API_SECRET')}echo "$API_SECRET"`
    const { stdout } = await runCommands(both, { API_SECRET: 'old', NEW_API_SECRET: 'new' })
    expect(stdout).toBe('new,old\n')
    const API_SECRET = `${variables['API_SECRET'] ?? ''},wasl_sec_old_0123456789`
    const looked = await run('%2F', { API_SECRET })
    expect(JSON.parse(looked.stdout)).toMatchObject({ reference: 'ECOLE/2026-2027/T1/0342' })
  })
})
