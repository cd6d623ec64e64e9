/** Runs, on a platform, what the operators' guides tell operators to copy, and the repair after a restore. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { withTransaction } from '../src/base/database/with-transaction.ts'
import { beginRepair } from '../src/operations/restores/repair.ts'
import { STEPS } from '../src/operations/restores/steps.ts'
import { channelNumber } from '../src/base/wire-ids.ts'
import { runCommand } from './support/command.ts'
import { connectTo } from './support/database.ts'
import { startMain } from './support/platform-process.ts'
import { newReference } from './support/node.ts'
import { payCode, qrCalls } from './support/qr.ts'
import { useScene } from './support/scene.ts'

const GUIDES = ['find-payments.md'].map((name) =>
  readFileSync(join(import.meta.dirname, '../../docs/guides', name), 'utf8'),
)

/** The one block of the guides in this language that contains these words. */
const block = (language: string, words: string): string => {
  const found = [
    ...GUIDES.join('\n').matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms')),
  ]
    .map(([, code = '']) => code)
    .filter((code) => code.includes(words))
  expect(found).toHaveLength(1)
  return found[0] ?? ''
}

const scene = useScene()

/** The steps of `restore repair`, which itself refuses a database that serves. */
const repaired = async (): Promise<void> => {
  for (const step of STEPS) {
    await withTransaction(scene.platform.pool, (tx) => step.make(tx, { lockHours: 12 }))
  }
}

describe('after a restore', () => {
  test('a payment that was open at the backup and paid after it never fails', async () => {
    const { platform, partner, channel } = scene
    const { paymentId } = await platform.opened(channel, partner, newReference())
    await repaired()
    // Long after the lock had lapsed, the platform starts on the restored database.
    await platform.clock.advance(3_600)
    await platform.settled()
    const again = await platform.change(channel, 'confirm', paymentId)
    expect([again.status, again.body.stage]).toEqual([200, 'paid'])
    const { items } = await platform.operator(`/webhook-events?paymentId=${paymentId}`)
    expect(items.map(({ event }: any) => event)).toEqual(['payment.success', 'payment.initialized'])
  })

  test('no number is given to another partner or channel', async () => {
    const { platform, server, partner, channel } = scene
    await repaired()
    const made = await platform.createPartner(server)
    expect(made.number).toBeGreaterThan(partner.number + 1_000)
    const till = await platform.createChannel()
    const number = channelNumber(channel.channelId) as number
    expect(channelNumber(till.channelId)).toBeGreaterThan(number + 999)
  })
})

describe('a repair while the platform serves', () => {
  test('changes nothing, or lets no process start until it has ended', async () => {
    const { platform } = scene
    const env = {
      DATABASE_URL: platform.databaseUrl,
      WASL_MASTER_KEY: platform.masterKey.toString('base64'),
    }
    const refused = await runCommand('restore', ['repair'], env)
    expect(refused.code).toBe(1)
    expect(refused.stderr).toMatch(/^The database is not repaired.*the database serves: .*"wasl/)
    expect((await platform.pool.query('select from restores')).rowCount).toBe(0)
    // A process starts between the first look and the second.
    const client = await connectTo(platform.databaseUrl, { application_name: 'wasl restore' })
    const options = { lockHours: 12, restoredTo: null }
    try {
      await expect(beginRepair(client, options, new Date(Date.now() - 60_000))).rejects.toThrow(
        /^the database serves: "wasl/,
      )
      const next = startMain(env)
      const started = next.listening.then(() => 'it listens')
      await Promise.race([started, next.exited]).catch(() => undefined)
      next.terminate()
      await expect(started).rejects.toThrow(
        /the repair of this database after a restore began .* has not ended: run .*restore/i,
      )
      await next.exited
    } finally {
      await client.query('delete from restores')
      await client.end()
    }
  })
})

describe('QR codes after a restore', () => {
  const { code, set, scan, pay } = qrCalls(scene)

  test('do not ask again for an amount that may have been paid after the backup', async () => {
    const { platform, channel } = scene
    const invoice = await code({ dynamicCentimes: 90_000 })
    const begun = await code({ dynamicCentimes: 80_000 })
    const open = await pay(begun)
    const till = await code()
    await set(till, [300], { singleUse: true })
    await scan(till)
    await repaired()
    for (const token of [invoice, begun]) {
      const { body } = await payCode(platform, channel, token)
      expect(body.error).toBe('QR_CODE400_INVALID_STATUS')
    }
    const late = await payCode(platform, channel, till)
    expect(late.body.error).toBe('QR_CODE409_AMOUNT_CHANGED')
    expect(await scan(till)).toMatchObject({ kind: null, mode: 'OPEN_AMOUNT' })
    // What was open at the backup can still be confirmed, and the shop goes on selling.
    const confirmed = await platform.change(channel, 'confirm', open.paymentId)
    expect(confirmed.body.stage).toBe('paid')
    await set(till, [450], { singleUse: true })
    expect(await scan(till)).toMatchObject({ amounts: [450] })
  })

  test('stay unchanged where nobody can have paid them', async () => {
    const { platform, channel } = scene
    const lasting = await code()
    await set(lasting, [500])
    const paid = await code({ dynamicCentimes: 70_000 })
    await platform.change(channel, 'confirm', (await pay(paid)).paymentId)
    await repaired()
    expect(await scan(lasting)).toMatchObject({ kind: 'PERMANENT', amounts: [500] })
    const { body } = await platform.call('GET', `/operator/v1/qr-codes/${paid}`, {
      key: platform.operatorKey,
    })
    expect(body.status).toBe('active')
  })
})

describe('what somebody names that was made in the lost minutes', () => {
  /** As a repair leaves it: the last two minutes are lost. */
  const gap = (): Promise<unknown> =>
    scene.platform.pool.query(
      `insert into restores (restored_to, repaired_at, lock_hours, finished_at)
      values (wasl_now() - interval '2 minutes', wasl_now(), 12, wasl_now())`,
    )

  const newId = async (partnerId: number, ago = '60 s'): Promise<string> => {
    const { rows } = await scene.platform.pool.query(
      `select overlay(new_id($1)::text placing
        regexp_replace(lpad(to_hex((extract(epoch from wasl_now() - $2::interval) * 1000)::bigint), 12, '0'),
          '^(.{8})', '\\1-') from 1) as id`,
      [partnerId, ago],
    )
    return rows[0].id
  }

  const followUps = async (): Promise<any[]> =>
    (await scene.platform.operator('/follow-ups?status=open')).items.filter(
      ({ kind }: { kind: string }) => kind === 'restore',
    )

  test('opens one follow-up for each thing, with what each caller said', async () => {
    const { platform, partner, channel, server } = scene
    const known = await platform.opened(channel, partner, newReference())
    await gap()
    const paymentId = await newId(partner.number)
    const confirm = () => platform.change(channel, 'confirm', paymentId, { body: { amount: 12.5 } })
    // Several tills may send at once.
    const answers = await Promise.all([confirm(), confirm(), confirm()])
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    await platform.call('GET', `/partner/payments/v1/${paymentId}`, { key: partner.apiKey })
    const [one, ...others] = await followUps()
    expect(others).toEqual([])
    expect(one).toMatchObject({ paymentId, partnerId: partner.partnerId, status: 'open' })
    expect(one.words).toContain('amount 12.5')
    const { entries } = await platform.operator(`/follow-ups/${one.followUpId}`)
    expect(entries.map(({ act, text }: any) => [act, text?.split('\n').at(-1)])).toEqual([
      ['opened', undefined],
      ['noted', `${partner.partnerId}: GET /partner/payments/v1/:paymentId`],
    ])
    // A bag is of no partner.
    const bag = await newId(0)
    await platform.call('GET', `/channel/v1/deposits/${bag}`, { key: channel.apiKey })
    expect((await followUps()).map(({ words }) => words.split('\n')[0])).toContain(
      `depositId ${bag}`,
    )
    // What a partner holds in its hands, and nobody here closed.
    const statement = await newId(partner.number)
    await platform.call('GET', `/partner/statements/v1/${statement}?format=json`, {
      key: partner.apiKey,
    })
    expect((await followUps()).map(({ words }) => words.split('\n')[0])).toContain(
      `statementId ${statement}`,
    )
    // Made before and after the lost minutes, of another partner, or known and of another channel.
    const other = await platform.createPartner(server)
    const foreign = await newId(other.number)
    const early = await newId(partner.number, '1 hour')
    await platform.call('GET', `/partner/payments/v1/${foreign}`, { key: partner.apiKey })
    await platform.change(channel, 'confirm', early)
    const elsewhere = await platform.createChannel()
    expect((await platform.change(elsewhere, 'confirm', known.paymentId)).status).toBe(404)
    expect(await followUps()).toHaveLength(3)
  })

  test('opens a follow-up when it is a reference that its partner has booked and nobody paid here', async () => {
    const { platform, channel, server } = scene
    const partner = await platform.createPartner(server)
    const [paid, reference] = ['paid here', 'booked by its partner']
    const { paymentId } = await platform.opened(channel, partner, paid)
    await platform.change(channel, 'confirm', paymentId)
    await gap()
    const booked = { status: 409, body: { error: 'ALREADY_PAID', errorMessage: 'Paid on Monday.' } }
    server.onLookup(() => booked, reference)
    for (const one of [reference, reference, paid]) {
      const { status, body } = await platform.open(channel, partner, one)
      expect([status, body.error]).toEqual([409, 'REFERENCE409_ALREADY_PAID'])
    }
    const found = (await followUps()).filter(({ partnerId }) => partnerId === partner.partnerId)
    expect(found).toMatchObject([
      {
        paymentId: null,
        words: [
          `reference ${reference}`,
          `${channel.channelId}: POST /channel/v1/payments`,
          'the partner answered 409 ALREADY_PAID: "Paid on Monday."',
        ].join('\n'),
      },
    ])
  })
})

describe('for the accountants', () => {
  test('lists what one channel took on a day, for all partners', async () => {
    const { platform, server } = scene
    const [channel, other] = [await platform.createChannel(), await platform.createChannel()]
    const since = new Date(Date.now() - 1).toISOString()
    const taken: string[] = []
    for (const reference of ['C-1', 'C-2']) {
      const partner = await platform.createPartner(server)
      const { paymentId } = await platform.opened(channel, partner, reference)
      await platform.change(channel, 'confirm', paymentId)
      taken.unshift(paymentId)
      const others = await platform.opened(other, partner, `other ${reference}`)
      await platform.change(other, 'confirm', others.paymentId)
    }
    const query = `channelId=${channel.channelId}&paidSince=${since}`
    const { items } = await platform.operator(`/payments?${query}`)
    expect(items.map(({ paymentId }: { paymentId: string }) => paymentId)).toEqual(taken)
    expect((await platform.operator(`/payments?${query}&limit=1`)).nextCursor).not.toBeNull()
  })

  test('exports a day to the centime, each payment once', async () => {
    const { platform, server, channel } = scene
    const partner = await platform.createPartner(server)
    const since = new Date(Date.now() - 1).toISOString()
    const references = ['INV "1"', 'INV,2', 'INV-3', '=HYPERLINK("//x")', '+1', '-1', '@x', '＝1']
    for (const reference of references) {
      const { paymentId } = await platform.opened(channel, partner, reference)
      await platform.change(channel, 'confirm', paymentId)
    }
    await platform.opened(channel, partner, 'INV-4')
    const folder = await mkdtemp(join(tmpdir(), 'wasl-guide-'))
    try {
      const file = join(folder, 'paid.mjs')
      // Two on a page, so that the pages are turned.
      await writeFile(file, block('js', 'paidSince').replace("limit: '200'", "limit: '2'"))
      const before = new Date(Date.now() + 86_400_000 * 2).toISOString()
      const env = { WASL: platform.origin, WASL_OPERATOR_KEY: platform.operatorKey }
      const run = promisify(execFile)
      const { stdout, stderr } = await run(
        process.execPath,
        [file, partner.partnerId, since, before],
        { env },
      )
      const [head, ...lines] = stdout.trim().split('\n')
      expect(head).toBe('paymentId,reference,paidAt,refundedAt,channelId,amount')
      const written = lines.map((line) => line.slice(line.indexOf(',') + 1))
      expect(written.map((line) => line.split(`,20`)[0])).toEqual(
        references.toReversed().map((reference, index) => {
          // What a spreadsheet would reckon with is text to it.
          const cell = index < 5 ? `'${reference}` : reference
          return `"${cell.replaceAll('"', '""')}"`
        }),
      )
      const [, amount = ''] = /,([0-9]+\.[0-9]{2})$/.exec(lines[0] ?? '') ?? []
      const total = (Math.round(Number(amount) * 100) * references.length) / 100
      expect(stderr.trim()).toBe(`${references.length} payments, ${total.toFixed(2)} DZD`)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})
