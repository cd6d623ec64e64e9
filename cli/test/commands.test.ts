/** Every command except `dev`: each once as a separate process, and its other cases in this one. */
import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { createHmac, hash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { sign } from '@wasl/protocol'
import { startReferencePartner, type ReferencePartner } from '@wasl/reference-partner'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROOT, start, wasl, waslProcess } from './support/wasl.ts'

const API_SECRET = 'wasl_sec_of_the_commands_test_0123456789'
const HMAC_SECRET = 'wasl_hmac_of_the_commands_test_0123456789'
const env = { API_SECRET, HMAC_SECRET }
const run = promisify(execFile)

const AIMED = ['--api-url', 'http://127.0.0.1:1/pay']
/** So that a URL is the only thing that is wrong. */
const SECRETS_GIVEN = ['--api-secret', 'a', '--hmac-secret', 'h']
/** Not even root can make a folder there. */
const BELOW_A_FILE = join(ROOT, 'package.json', 'data')

let folder: string
let shop: ReferencePartner

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wasl-cli-'))
  const dataFile = join(folder, 'shop.json')
  shop = await startReferencePartner({ apiSecret: API_SECRET, hmacSecret: HMAC_SECRET, dataFile })
})

afterAll(async () => {
  await shop.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('wasl receipt verify', () => {
  type Case = { name: string; code: string; issuers: object[]; refusal?: string }
  const vectors = JSON.parse(
    readFileSync(join(ROOT, 'protocol/vectors/receipts.json'), 'utf8'),
  ) as Case[]
  const vectorOf = (name: string): Case => vectors.find((one) => one.name === name) as Case
  const keysOf = ({ issuers }: Case): string => {
    const file = join(folder, 'wasl-keys.json')
    writeFileSync(file, JSON.stringify(issuers[0]))
    return file
  }

  test('shows what was paid, of a text and of a file, with kept keys', async () => {
    const vector = vectorOf('a receipt')
    const { code, out } = await waslProcess([
      'receipt',
      'verify',
      vector.code,
      '--keys',
      keysOf(vector),
    ])
    expect(out).toContain('The receipt is valid. It may have been refunded since.')
    for (const part of ['1250.50 DZD', 'Sonelgaz Distribution', 'INV/2026 01', '036N-5P4R']) {
      expect(out).toContain(part)
    }
    expect(code).toBe(0)
    const file = join(folder, 'receipt.txt')
    writeFileSync(file, `https://pay.example.dz/r#${vector.code}\n`)
    const args = ['receipt', 'verify', file, '--keys', keysOf(vector), '--json']
    expect(JSON.parse((await wasl(args)).out)).toMatchObject({
      ok: true,
      receipt: { amount: 1250.5 },
    })
    const piped = await wasl(['receipt', 'verify', '-', '--keys', keysOf(vector)], {
      input: vector.code,
    })
    expect(piped.code).toBe(0)
  })

  test.each(['an altered amount', 'a revoked key', 'another issuer', 'a provisional receipt'])(
    'says no to %s',
    async (name) => {
      const vector = vectorOf(name)
      const args = ['receipt', 'verify', vector.code, '--keys', keysOf(vector)]
      const { code, out } = await wasl(args)
      expect(out).toContain(`[${vector.refusal}]`)
      expect(code).toBe(1)
    },
  )

  test('fetches the keys of the issuer, which must be of that origin', async () => {
    const vector = vectorOf('a receipt')
    const server = createServer((_, response) => response.end(JSON.stringify(vector.issuers[0])))
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const { code, err } = await wasl(['receipt', 'verify', vector.code, '--issuer', origin])
    server.close()
    expect(err).toContain('has the keys of https://pay.example.dz, not of http://127.0.0.1')
    expect(code).toBe(2)
    const gone = await waslProcess(['receipt', 'verify', vector.code], {
      env: { WASL_URL: origin },
    })
    expect([gone.code, gone.err]).toEqual([3, expect.stringContaining('does not answer')])
    // Anyone on the way could exchange keys that travel in clear.
    const plain = ['receipt', 'verify', vector.code, '--issuer', 'http://pay.example.dz']
    const refused = await wasl(plain)
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('over https only')])
  })

  test('believes no issuer that nobody named', async () => {
    const { code, err } = await wasl(['receipt', 'verify', vectorOf('a receipt').code])
    expect([code, err]).toEqual([2, expect.stringContaining('--issuer')])
  })
})

describe('wasl', () => {
  test('lists its commands on --help, with examples and exit codes', async () => {
    const { code, out, err } = await waslProcess(['--help'])
    expect(code).toBe(0)
    for (const part of ['dev', 'trigger', 'verify', 'certify', 'Examples:', 'Exit codes:']) {
      expect(out).toContain(part)
    }
    expect(err).toBe('')
    expect(out).not.toContain('\u001b')
  })

  test.each([
    ['an unknown command', ['certfy'], 'Did you mean certify?'],
    ['an unknown option', ['sign', '--timestam', '1'], 'Did you mean --timestamp?'],
    [
      'an unknown event',
      ['trigger', 'payment.succes', '--reference', 'X'],
      'Did you mean payment.success?',
    ],
    ['an event with other letters', ['trigger', 'sucess', '--reference', 'X'], 'payment.success?'],
    ['a missing option', ['trigger', 'payment.success'], 'wasl trigger --help'],
    [
      'a URL without its scheme',
      ['certify', 'localhost:3000/pay', ...SECRETS_GIVEN],
      'http://localhost:3000/pay',
    ],
    ['nothing to verify', ['verify'], 'There is nothing to verify'],
    ['an unknown command of dev', ['dev', 'pya'], 'Did you mean "pay"?'],
    ['help for an unknown command', ['help', 'certfy'], '"wasl certfy" is not a command.'],
    ['help for one below another', ['help', 'dev', 'pya'], 'Did you mean "pay"?'],
    ['help for an unknown command of qr', ['qr', 'help', 'sett'], 'Commands: set, unset, help.'],
    [
      'a port that does not exist',
      ['dev', ...AIMED, '--port', '65536'],
      '--port: expected a number',
    ],
    ['a data folder below a file', ['dev', ...AIMED, '--data-dir', BELOW_A_FILE], '--data-dir'],
    ['a missing secret', ['sign'], 'HMAC_SECRET is missing.'],
    ['a wrong move of the clock', ['dev', 'clock', 'tomorrow'], 'such as +90s'],
    ['two endings', ['dev', 'pay', 'X', '--fail', '--cancel'], 'cannot be used with'],
    [
      'a wrong kind of reference',
      ['certify', 'http://127.0.0.1:1', '--reference', 'X'],
      'kind=reference',
    ],
  ])('says on the standard error what is wrong with %s', async (_title, args, text) => {
    // `wasl dev` takes its whole process.
    const isStart = args[0] === 'dev' && args[1]?.startsWith('-')
    const { code, out, err } = await (isStart ? waslProcess(args) : wasl(args))
    expect(err).toContain(text)
    expect(out).toBe('')
    expect(code).toBe(2)
  })

  test.each([
    ['npx --no-install wasl', { npm_command: 'exec', npm_lifecycle_event: 'npx' }],
    ['npm run --silent wasl --', { npm_command: 'run-script', npm_lifecycle_event: 'wasl' }],
  ])('writes its commands as %s when it was called so', async (call, called) => {
    const help = await waslProcess(['--help'], { env: called })
    expect(help.out).toContain(`Usage: ${call} [options]`)
    expect(help.out).toContain(`$ ${call} verify --request webhook.txt`)
    const dev = await wasl(['dev', 'info'], { env: called })
    expect(dev.err).toContain(`another terminal: ${call} dev --api-url`)
  })

  test('ends with the exit code of a usage error, and nothing on its output', async () => {
    const { code, out, err } = await waslProcess(['certfy'])
    expect([code, out, err]).toEqual([2, '', expect.stringContaining('Did you mean certify?')])
  })

  test("runs on an older Node.js, which starts the project's own", () => {
    const old = join(ROOT, 'scripts/runtimes/node-20/node_modules/.bin/node')
    const node = existsSync(old) ? old : process.execPath
    const shown = execFileSync(node, [join(ROOT, 'cli/bin/wasl.mjs'), '--version']).toString()
    expect(shown).toMatch(/^wasl \d+\.\d+\.\d+ \(Node\.js 24\./)
  })

  test('ends without an error when its output is closed', () => {
    const { status, stderr } = spawnSync(
      'bash',
      ['-c', `set -o pipefail; "${process.execPath}" cli/src/main.ts certify --list | head -1`],
      { cwd: ROOT, encoding: 'utf8' },
    )
    expect(stderr).toBe('')
    expect(status).toBe(0)
  })

  test.skipIf(!existsSync('/dev/full'))('says that its output cannot be written', () => {
    const args = ['-c', `"${process.execPath}" cli/src/main.ts certify --list > /dev/full`]
    const { status, stderr } = spawnSync('bash', args, { cwd: ROOT, encoding: 'utf8' })
    expect(stderr).toMatch(/^error: The output cannot be written: ENOSPC: [^\n]*\n$/)
    expect(status).toBe(3)
  })

  test('writes colours with FORCE_COLOR, and never with NO_COLOR', async () => {
    const args = [
      'verify',
      '--signature',
      'ab'.repeat(32),
      '--timestamp',
      '1795000000',
      '--no-clock',
    ]
    const coloured = await wasl(args, { env: { ...env, FORCE_COLOR: '1' }, input: '{' })
    expect(coloured.out).toContain('\u001b[31m')
    const plain = await wasl(args, { env: { ...env, FORCE_COLOR: '1', NO_COLOR: '1' }, input: '{' })
    expect(plain.out).not.toContain('\u001b')
  })
})

describe('wasl sign', () => {
  test('signs the exact bytes as the platform does', async () => {
    const body = Buffer.from([0x7b, 0xff, 0x00, 0x7d])
    const args = ['sign', '--timestamp', '1795000000', '--json']
    const { code, out } = await waslProcess(args, { env, input: body })
    expect(JSON.parse(out)).toEqual({
      'X-Timestamp': '1795000000',
      'X-Signature': sign(body, '1795000000', HMAC_SECRET),
    })
    expect(code).toBe(0)
  })

  test('reads the secret from a file, without the final newline', async () => {
    const file = join(folder, 'secret')
    writeFileSync(file, `${HMAC_SECRET}\n`)
    const args = ['sign', '--timestamp', '1795000000', '--hmac-secret-file', file]
    const { out } = await wasl(args, { input: '{}' })
    expect(out).toContain(`X-Signature: ${sign(Buffer.from('{}'), '1795000000', HMAC_SECRET)}`)
  })
})

describe('a secret during a rotation', () => {
  const old = 'wasl_hmac_old_of_the_commands_test_0123456789'

  test('has two values in one variable: the first signs, and both verify', async () => {
    const changing = { HMAC_SECRET: `${HMAC_SECRET}, ${old}` }
    const at = ['--timestamp', '1795000000']
    const signed = await wasl(['sign', ...at], { env: changing, input: '{}' })
    expect(signed.out).toContain(sign(Buffer.from('{}'), '1795000000', HMAC_SECRET))
    const signature = sign(Buffer.from('{}'), '1795000000', old)
    const verify = ['verify', ...at, '--signature', signature, '--no-clock']
    expect((await wasl(verify, { env: changing, input: '{}' })).out).toContain('is right')
  })

  test('is sent without the old one, also by the command of a dry run', async () => {
    const { reference } = await shop.addReference({ total_amount: 25 })
    const event = ['trigger', 'payment.success', '--reference', reference, '--set', 'amount=25']
    const args = [...event, '--payment-id', 'p-25', '--api-url', shop.url]
    const changing = {
      API_SECRET: `${API_SECRET},wasl_sec_old_0123456789`,
      HMAC_SECRET: `${HMAC_SECRET},${old}`,
    }
    expect((await wasl(args, { env: changing })).out).toContain('✓ acknowledged')
    const { out } = await wasl([...args, '--dry-run'], { env: changing })
    const answer = await run('sh', ['-c', out], { env: { ...process.env, ...changing } })
    expect(answer.stdout).toContain('{"success":true}')
  })

  test('is one secret when a comma is at its end, and the doctor says so', async () => {
    const at = String(Math.floor(Date.now() / 1000))
    const signature = sign(Buffer.from('{}'), at, HMAC_SECRET)
    const args = ['verify', '--timestamp', at, '--signature', signature]
    const { out } = await wasl(args, { env: { HMAC_SECRET: `${HMAC_SECRET},` }, input: '{}' })
    expect(out).toContain('✗ The signature was made with another secret.')
    expect(out).toContain('secret_quotes')
  })
})

describe('wasl verify', () => {
  const body = '{"event":"payment.fail","data":{"reference":"INV-1","reason":"expired"}}'
  const requestOf = (signed: string, secret = HMAC_SECRET, ageSeconds = 0): string => {
    const at = String(Math.floor(Date.now() / 1000) - ageSeconds)
    const signature = sign(Buffer.from(signed), at, secret)
    return `POST /webhooks/platform HTTP/1.1\r\nX-Timestamp: ${at}\r\nx-signature: ${signature}\r\n\r\n`
  }

  test('says that a right signature is right', async () => {
    const { code, out } = await waslProcess(['verify'], { env, input: requestOf(body) + body })
    expect(out).toContain('✓ The signature is right.')
    expect(code).toBe(0)
  })

  test('marks a signature in base64, which the kit accepts and the platform does not send', async () => {
    const input = requestOf(body).replace(/(?<=x-signature: )\w+/, (digits) =>
      Buffer.from(digits, 'hex').toString('base64'),
    )
    const { code, out } = await wasl(['verify'], { env, input: input + body })
    expect(out).toContain('• The signature is right, but not written as the platform writes it')
    expect(out).toContain('[encoding_base64]')
    expect(out).not.toContain('✓')
    expect(code).toBe(0)
  })

  test('finds a scheme that signs the path, from the request line', async () => {
    const at = String(Math.floor(Date.now() / 1000))
    const signature = createHmac('sha256', HMAC_SECRET)
      .update(`POST\n/pay/hooks\n${at}\n${body}`)
      .digest('hex')
    const input = `POST /pay/hooks HTTP/1.1\r\nX-Timestamp: ${at}\r\nX-Signature: ${signature}\r\n\r\n`
    const { out } = await wasl(['verify'], { env, input: input + body })
    expect(out).toContain('[order_scheme]')
    expect(out).toContain('"/pay/hooks"')
  })

  test('prints the length and the SHA-256 of the bytes to sign when it finds no mistake', async () => {
    const input = requestOf(body, 'a secret of somebody else')
    const [, at = ''] = /X-Timestamp: (\d+)/.exec(input) ?? []
    const { code, out } = await wasl(['verify'], { env, input: input + body })
    expect(out).toContain('✗ The signature does not fit this body, timestamp and secret.')
    expect(out).toContain(`The bytes to sign are ${body.length + 10}: ${body.length} of the body`)
    expect(out).toContain(hash('sha256', body + at))
    expect(code).toBe(1)
  })

  test('names the cause of a wrong signature, and exits with 1', async () => {
    const spaced = body.replaceAll(':', ': ')
    const input = requestOf(body) + spaced
    const { code, out } = await waslProcess(['verify', '--json'], { env, input })
    expect(JSON.parse(out)).toMatchObject({
      isValid: false,
      causes: [
        { code: 'body_white_space', message: expect.any(String), remedy: expect.any(String) },
      ],
    })
    expect(code).toBe(1)
  })

  test('does not call a signature wrong because its timestamp is old', async () => {
    const { code, out } = await wasl(['verify'], {
      env,
      input: requestOf(body, HMAC_SECRET, 4000) + body,
    })
    expect(out).toContain('✗ The signature is right, but its timestamp is too old.')
    expect(out).toContain('[clock_behind]')
    expect(code).toBe(1)
  })

  test('finds out that the two secrets are mixed up, and shows neither', async () => {
    const input = requestOf(body, API_SECRET) + body
    const { out, err } = await wasl(['verify'], { env, input })
    expect(out).toContain('[secret_api_secret]')
    expect(out + err).not.toContain(API_SECRET)
    expect(out + err).not.toContain(HMAC_SECRET)
  })

  test('names the mistake in a computed signature', async () => {
    const file = join(folder, 'body.json')
    writeFileSync(file, body)
    const headers = join(folder, 'headers.json')
    writeFileSync(headers, JSON.stringify({ 'x-timestamp': '1795000000' }))
    const computed = sign(Buffer.from('1795000000.'), body, HMAC_SECRET)
    const args = ['verify', '--body', file, '--headers', headers, '--computed', computed]
    const { code, out } = await wasl(args, { env })
    expect(out).toContain('What your code computed is wrong.')
    expect(out).toContain('[order_timestamp_first]')
    expect(out).toContain('[order_delimiter]')
    expect(code).toBe(1)
  })
})

describe('wasl trigger', () => {
  const triggerBy = (command: typeof wasl, reference: string, ...more: string[]) => {
    const event = ['trigger', 'payment.success', '--reference', reference]
    return command([...event, '--api-url', shop.url, ...more], { env })
  }
  const trigger = (reference: string, ...more: string[]) => triggerBy(wasl, reference, ...more)

  test('sends a signed event that the partner handles', async () => {
    const { reference } = await shop.addReference({ total_amount: 599.8 })
    const { code, out } = await trigger(
      reference,
      '--set',
      'amount=599.80',
      '--set',
      'channel=DELIVERY',
    )
    expect(out).toMatch(/✓ acknowledged in \d+ ms/)
    expect(code).toBe(0)
    expect(shop.order(reference)?.paid).toMatchObject({ channel: 'DELIVERY' })
  })

  test("sends the amount of the partner's lookup, unless it is set", async () => {
    const { reference } = await shop.addReference({ total_amount: 599.8 })
    const { code, err } = await trigger(reference)
    expect(err).toContain("The amount is 599.8, from your server's lookup.")
    expect(code).toBe(0)
    expect(shop.order(reference)?.paid).not.toBeNull()
    const again = await trigger(reference, '--json')
    expect(again.err).toContain('1500, is made up: your server answered the lookup with 409')
    expect(JSON.parse(again.out)).toMatchObject({ sent: { data: { amount: 1500 } } })
  })

  test('says that the amount is made up when no server can be called', async () => {
    const away = ['trigger', 'payment.success', '--reference', 'X', '--dry-run']
    const { err } = await wasl([...away, '--webhook-url', 'http://127.0.0.1:1/w'], { env })
    expect(err).toContain('is made up: your server is not called in a dry run')
    const set = await wasl(
      [...away, '--webhook-url', 'http://127.0.0.1:1/w', '--set', 'amount=2'],
      {
        env,
      },
    )
    expect(set.err).not.toContain('made up')
  })

  test('sends the same event several times, as redeliveries do', async () => {
    const { reference } = await shop.addReference({ total_amount: 20 })
    const { code, out } = await trigger(reference, '--set', 'amount=20', '--times', '3')
    expect(out.match(/✓ acknowledged/g)).toHaveLength(3)
    expect(code).toBe(0)
  })

  test('says what is not an acknowledgement, as the platform does, and what to do', async () => {
    const { code, out, err } = await triggerBy(waslProcess, 'CMD-0000-0000')
    expect(out).toContain('✗ not acknowledged: expected HTTP 200 with {"success":true}')
    expect(err).toContain('Look at the log of your server')
    expect(code).toBe(1)
    const away = await wasl(
      [
        'trigger',
        'payment.success',
        '--reference',
        'X',
        '--webhook-url',
        'http://127.0.0.1:1/w',
        '--json',
      ],
      { env },
    )
    expect(JSON.parse(away.out)).toMatchObject({ outcome: 'connection', status: null })
    expect(away.code).toBe(3)
  })

  test('sends an invalid event only with --allow-invalid', async () => {
    const { code, err } = await trigger('CMD-0000-0000', '--set', 'amount="12"')
    expect(err).toContain('data.amount: ')
    expect(code).toBe(2)
    const forced = await trigger('CMD-0000-0000', '--set', 'amount="12"', '--allow-invalid')
    expect(forced.code).toBe(1)
  })

  test('prints a command that works and has no API secret', async () => {
    const { reference } = await shop.addReference({ total_amount: 30 })
    const { out } = await trigger(reference, '--set', 'amount=30', '--dry-run')
    expect(out).not.toContain(API_SECRET)
    // Asynchronously, because the shop answers from this process.
    const answer = await run('bash', ['-c', out], { env: { ...process.env, ...env } })
    expect(answer.stdout).toContain('{"success":true}')
  })
})

describe('wasl certify', () => {
  test('passes the reference partner and writes the reports', async () => {
    const { reference } = await shop.addReference({ total_amount: 40 })
    const [junit, html] = [join(folder, 'junit.xml'), join(folder, 'report.html')]
    const { code, out } = await waslProcess(
      [
        'certify',
        shop.url,
        '--reference',
        `payable=${reference}`,
        '--only',
        'signature',
        '--partial',
        '--json',
        '--junit',
        junit,
        '--html',
        html,
      ],
      { env },
    )
    const { summary } = JSON.parse(out) as { summary: { failed: number; passed: number } }
    expect(summary).toMatchObject({ failed: 0, conforms: false, complete: false })
    expect(summary.passed).toBeGreaterThan(3)
    expect(code).toBe(0)
    expect(readFileSync(junit, 'utf8')).toContain('<testsuite')
    expect(readFileSync(html, 'utf8')).toContain('<html')
  })

  test('checks a QR code when its token is given, and refuses what is not a token', async () => {
    const certify = (token: string) =>
      wasl(['certify', shop.url, '--only', 'qr', '--reference', `qr=${token}`], { env })
    const refused = await certify('x'.repeat(129))
    expect(refused.err).toContain('--reference qr=…: expected 1 to 128 characters')
    expect(refused.code).toBe(2)
    const { code, out } = await certify('TOKEN=1')
    expect(out).toContain('4 passed, 0 failed')
    expect(out).toContain('checks: no certificate.')
    expect(code).toBe(4)
    const sales = shop.orders().filter(({ reference }) => reference.startsWith('QR-'))
    expect(sales).toMatchObject([{ total_amount: 10 }])
  })

  test('says in its help which references are used up', async () => {
    const { out } = await wasl(['certify', '--help'])
    for (const kind of ['payable', 'paid', 'unknown', 'unavailable', 'pay', 'odd', 'qr']) {
      expect(out).toMatch(new RegExp(`^  ${kind} `, 'm'))
    }
    expect(out).toMatch(/^  pay .*WILL BE PAID, for good$/m)
    expect(out).toMatch(/^  qr .*A SALE WILL BE RECORDED, for good/m)
  })

  test('exits with 1 when a check fails, and with 3 when nothing answers', async () => {
    const wrong = { API_SECRET, HMAC_SECRET: 'not_the_secret_of_this_partner' }
    const { reference } = await shop.addReference({ total_amount: 50 })
    const failed = await wasl(
      ['certify', shop.url, '--only', 'webhook', '--reference', `payable=${reference}`],
      { env: wrong },
    )
    expect(failed.out).toContain('✗')
    expect(failed.code).toBe(1)
    const away = await wasl(['certify', 'http://127.0.0.1:1', '--only', 'connection'], { env })
    expect(away.code).toBe(3)
  })

  test('names a signature mistake that only the doctor knows', async () => {
    const server = createServer((request, response) => {
      void readText(request).then((body) => {
        const material = body + String(request.headers['x-timestamp'])
        const mac = createHmac('sha512', HMAC_SECRET).update(material).digest('hex')
        const isRight = request.method === 'GET' || request.headers['x-signature'] === mac
        const details = { reference: 'INV-1', total_amount: 1, currency: 'DZD', success: true }
        response.writeHead(isRight ? 200 : 401, { 'content-type': 'application/json' })
        response.end(JSON.stringify(details))
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const { code, out } = await wasl(
      [
        'certify',
        `http://127.0.0.1:${port}`,
        '--only',
        'webhook-acknowledged',
        '--reference',
        'payable=INV-1',
      ],
      { env },
    )
    server.close()
    expect(out.replaceAll(/\s+/g, ' ')).toContain('The algorithm was HMAC-SHA512, not HMAC-SHA256.')
    expect(code).toBe(1)
  })

  test('sends nothing to the WEBHOOK_URL of the environment when the API URL was typed', async () => {
    let met = 0
    const production = createServer((_request, response) => {
      met += 1
      response.end('{"success":true}')
    }).listen(0, '127.0.0.1')
    await once(production, 'listening')
    const { port } = production.address() as AddressInfo
    const { out, err } = await wasl(['certify', shop.url, '--only', 'connection', '--json'], {
      env: { ...env, WEBHOOK_URL: `http://127.0.0.1:${port}/webhooks/platform` },
    })
    production.close()
    expect(met).toBe(0)
    expect(JSON.parse(out)).toMatchObject({
      target: { apiUrl: shop.url, webhookUrl: `${shop.url}/webhooks/platform` },
    })
    expect(err).toContain('WEBHOOK_URL of the environment is not used')
  })

  test('can be stopped, and reports the checks so far', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const certify = start(['certify', `http://127.0.0.1:${port}`, '--json'], { env })
    await once(silent, 'request')
    certify.child.kill('SIGINT')
    const { code, out } = await certify.ended
    expect(JSON.parse(out)).toMatchObject({ summary: { conforms: false } })
    expect(code).toBe(130)
    silent.closeAllConnections()
    silent.close()
  })
})

describe('wasl completion', () => {
  test('is a script that completes commands, options and values in bash', async () => {
    const { out } = await waslProcess(['completion', 'bash'])
    const complete = (...words: string[]): string[] => {
      const typed = words.map((word) => `'${word}'`).join(' ')
      const script = `${out}\nCOMP_WORDS=(wasl ${typed}); COMP_CWORD=${words.length}; _wasl; printf '%s\\n' "\${COMPREPLY[@]}"`
      return execFileSync('bash', ['-c', script]).toString().trim().split('\n')
    }
    execFileSync('bash', ['-n'], { input: out })
    expect(complete('ce')).toEqual(['certify'])
    expect(complete('dev', 'fault', 'lost')).toEqual(['lost-ack'])
    expect(complete('dev', 'pay', 'INV-1', '--channel', 'D')).toEqual(['DELIVERY'])
    expect(complete('verify', '--si')).toEqual(['--signature'])
    expect(complete('dev', 'qr', 'n')).toEqual(['new'])
  })

  test.each(['zsh', 'fish'])(
    'exists for %s, and is valid where that shell is installed',
    async (shell) => {
      const { code, out } = await wasl(['completion', shell])
      expect(code).toBe(0)
      for (const word of ['certify', 'lost-ack', 'signature']) expect(out).toContain(word)
      const checked = spawnSync(shell, ['-n'], { input: out })
      expect(checked.error === undefined ? checked.status : 0).toBe(0)
    },
  )
})
