/** The README's partner in thirty lines runs as it is written, and its other snippets can be parsed. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sign } from '@wasl/protocol'
import { afterAll, describe, expect, test } from 'vitest'
import { serve } from './serve.ts'
import { hasExtension, leftOut } from './tools.ts'

const KIT = join(import.meta.dirname, '..')

const snippets = Array.from(
  readFileSync(join(KIT, 'README.md'), 'utf8').matchAll(/^```php\n(.*?)^```$/gms),
  ([, code = '']) => code,
)

const SECRETS = {
  API_SECRET: 'wasl_sec_readme_00000000000000000000000001',
  HMAC_SECRET: 'wasl_hmac_readme_0000000000000000000000001',
}

const isThere = hasExtension('pdo_sqlite') && hasExtension('sodium')
leftOut(isThere, 'the README of the PHP kit: install php-cli php-sqlite3')

describe.skipIf(!isThere)('the README of the PHP kit', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wasl-php-readme-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('has snippets that PHP can parse', () => {
    expect(snippets.length).toBeGreaterThan(4)
    const broken = snippets.filter((code) => {
      const input = code.startsWith('<?php') ? code : `<?php\n${code}`
      return spawnSync('php', ['-l'], { input }).status !== 0
    })
    expect(broken).toEqual([])
  })

  test('has a partner that is paid once', async () => {
    symlinkSync(KIT, join(folder, 'partner-kit'))
    const partner = snippets.find((code) => code.includes('PlainPhp::serve')) ?? ''
    writeFileSync(join(folder, 'index.php'), partner)
    const file = join(folder, 'shop.sqlite')
    const database = new DatabaseSync(file)
    database.exec(`create table orders (reference text, total text, paid_by text);
      insert into orders values ('INV-1', '599.80', null)`)
    database.close()
    const migration = `require '${KIT}/autoload.php'; $pdo = new PDO('sqlite:${file}');
      $pdo->exec(Wasl\\PartnerKit\\Dedupe\\PdoDedupe::createTable($pdo));`
    expect(spawnSync('php', ['-r', migration]).status).toBe(0)
    const server = await serve(join(folder, 'index.php'), { ...SECRETS, DSN: `sqlite:${file}` })
    try {
      expect(await lookUp(server.origin)).toMatchObject({ total_amount: 599.8 })
      expect([await pay(server.origin, 'a', 1), await pay(server.origin, 'a', 599.8)]).toEqual([
        500, 200,
      ])
      expect([await pay(server.origin, 'a', 599.8), await pay(server.origin, 'b', 599.8)]).toEqual([
        200, 500,
      ])
      expect(await lookUp(server.origin)).toMatchObject({ error: 'ALREADY_PAID' })
    } finally {
      await server.stop()
    }
  })
})

const headers = (): Record<string, string> => ({
  authorization: `Bearer ${SECRETS.API_SECRET}`,
  'x-timestamp': String(Math.floor(Date.now() / 1000)),
})

const lookUp = async (origin: string): Promise<unknown> =>
  (await fetch(`${origin}/INV-1`, { headers: headers() })).json()

const pay = async (origin: string, paymentId: string, amount: number): Promise<number> => {
  const paidAt = '2026-11-21T09:00:00.000Z'
  const common = { reference: 'INV-1', paymentId, channel: 'AGENCY', currency: 'DZD' }
  const body = JSON.stringify({ event: 'payment.success', data: { ...common, amount, paidAt } })
  const sent = headers()
  const signature = sign(Buffer.from(body), sent['x-timestamp'] ?? '', SECRETS.HMAC_SECRET)
  const { status } = await fetch(`${origin}/webhooks/platform`, {
    method: 'POST',
    body,
    headers: { ...sent, 'x-signature': signature },
  })
  return status
}
