/**
 * Texts of strangers that are code: names, labels, notes, answers of servers, files. Each is shown as
 * what it is on every screen that has it. A dialog, an error in the console, a violation of the policy
 * or an element that such a text made fails the story.
 */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BANK_MAPPING } from '../../platform/test/support/bank.ts'
import { openBooks } from '../../platform/test/support/books.ts'
import { startPartner, type PartnerServer } from '../../platform/test/support/partner.ts'
import { signInAs } from '../../platform/test/support/people.ts'
import type { TestPartner } from '../../platform/test/support/node.ts'
import { openTill } from '../../platform/test/support/till.ts'
import { useStage } from './support/stage.ts'

const stage = useStage()

/** What would run if a screen wrote it as markup, in an attribute, or into a script. */
const CODE = `"><img src=x onerror=alert(1)><svg onload=alert(2)>'</script><script>alert(3)</script>`

/** The same for a link. */
const LINK = 'javascript:alert(4)'

const REFERENCE = `FAC"><img src=x onerror=alert(5)>`

const OWN = { name: CODE, nameAr: `${CODE} ب`, city: CODE }

let server: PartnerServer
let partner: TestPartner
let channelId: string
let agentId: string
let paymentId: string

beforeAll(async () => {
  const { platform } = stage
  server = await startPartner()
  partner = await platform.createPartner(server)
  const labels = { label_ar: CODE, label_en: CODE, label_fr: CODE }
  server.onLookup(({ reference }) => ({
    body: {
      reference,
      total_amount: 900,
      currency: 'DZD',
      amount_detail: [{ ...labels, value: 900 }],
      details: [
        { ...labels, value: CODE },
        { ...labels, value: LINK },
      ],
    },
  }))
  server.onWebhook(() => ({ status: 500, body: CODE }))
  const till = await openTill({
    platform,
    server,
    partner,
    channel: await platform.createChannel(),
  })
  ;({ channelId } = till.channel)
  agentId = await till.agent({ name: CODE })
  await till.shift(agentId, 5000)
  const books = await openBooks(platform)
  const opened = await till.open({ reference: REFERENCE, agentId })
  ;({ paymentId } = opened.body)
  expect((await till.confirm(paymentId)).status).toBe(200)
  const lost = await till.open({ reference: `${REFERENCE}2`, agentId })
  await platform.change(till.channel, 'cancel', lost.body.paymentId)
  const path = `/payments/${paymentId}`
  await books.amina('POST', `${path}/notes`, { text: `${CODE}\n${LINK}` })
  const refund = { amount: 5, reason: CODE }
  await books.amina('POST', `${path}/refunds`, refund, { 'idempotency-key': crypto.randomUUID() })
  const bag = { from: agentId, amount: 400, bag: CODE.slice(0, 40) }
  const { body: deposit } = await till.call('POST', '/deposits', bag)
  const slip = { slip: { number: CODE.slice(0, 40) } }
  await till.call('POST', `/deposits/${deposit.depositId}/deposited`, slip)
  await books.amina('POST', `/partners/${partner.partnerId}/qr-codes`, { label: CODE })
  await books.amina('PUT', '/bank-mappings/bna', BANK_MAPPING)
  // The checks of today refuse some of these; a row from before them may have any text.
  const { pool } = platform
  await pool.query('update partners set name = $1, name_ar = $2, city = $3', Object.values(OWN))
  await pool.query('update channels set name = $1', [CODE])
  await signInAs(platform, { side: 'operator', role: 'auditor', name: CODE })
  await platform.wake()
  await platform.settled()
})

afterAll(() => server.close())

/** A window in which a dialog, an error or an element of a stranger is noted. */
const watched = async (page: Page): Promise<Page> => {
  page.on('dialog', (dialog) => {
    stage.problems.push(`a dialog at ${page.url()}: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('console', (message) => {
    if (message.type() === 'error') stage.problems.push(`${page.url()}: ${message.text()}`)
  })
  return page
}

/** Nothing on the page was made by a text. */
const expectOnlyText = async (page: Page): Promise<void> => {
  const made = page.locator('img[src="x"], svg[onload], a[href^="javascript:" i]')
  expect([page.url(), await made.count(), stage.problems]).toEqual([page.url(), 0, []])
}

/** Opens pages of an application; the text stands on each of them, except where it is not expected. */
const readAll = async (page: Page, paths: Record<string, boolean>): Promise<void> => {
  const missing: string[] = []
  for (const [path, hasText] of Object.entries(paths)) {
    await page.goto(path)
    await page.locator('h1').waitFor()
    // Attached is enough: an option of a filter, or a column that a phone hides, has it as well.
    const text = page.locator('main').getByText('<img src=x onerror=alert(').first()
    if (hasText) await text.waitFor({ state: 'attached' }).catch(() => missing.push(path))
    else await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
    await expectOnlyText(page)
  }
  expect(missing).toEqual([])
}

const cookieOf = async (user: Parameters<typeof signInAs>[1]): Promise<string> =>
  (await signInAs(stage.platform, user)).headers['cookie'] ?? ''

describe('a text that is code stays a text', () => {
  test('in the console, in Arabic', async () => {
    const cookie = await cookieOf({ side: 'operator' })
    const page = await watched(await stage.visit({ language: 'ar', cookie }))
    const ofPartner = `/console/partners/${partner.partnerId}`
    await readAll(page, {
      '/console': true,
      '/console/payments': true,
      [`/console/payments/${paymentId}`]: true,
      '/console/partners': true,
      [ofPartner]: true,
      [`${ofPartner}/settings`]: true,
      [`${ofPartner}/secrets`]: true,
      [`${ofPartner}/qr`]: true,
      [`${ofPartner}/events`]: true,
      [`${ofPartner}/fees`]: true,
      [`${ofPartner}/health`]: true,
      '/console/channels': true,
      [`/console/channels/${channelId}`]: true,
      '/console/shifts': true,
      '/console/deposits': true,
      '/console/events': true,
      '/console/refunds': true,
      '/console/users': true,
      '/console/audit': true,
    })
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill('<img')
    await page.getByRole('dialog').getByRole('option').first().waitFor()
    await expectOnlyText(page)
    await page.context().close()
  })

  test('in the cells of a bank’s file', async () => {
    const cookie = await cookieOf({ side: 'operator', role: 'finance-checker' })
    const page = await watched(await stage.visit({ language: 'fr', cookie }))
    await page.goto('/console/reconciliation')
    await page.getByRole('button', { name: 'Importer' }).first().click()
    const cell = `"${CODE.replaceAll('"', '""')}"`
    const csv = `Date;Libellé;Réf;Montant\n2026-01-05;${cell};${cell};900,00\n`
    const dialog = page.getByRole('dialog')
    await dialog.locator('input[type=file]').setInputFiles({
      name: `${CODE.replaceAll('/', '')}.csv`,
      mimeType: 'text/csv',
      buffer: Buffer.from(csv),
    })
    await dialog.getByRole('button', { name: 'Examiner le fichier' }).click()
    await dialog.getByText('<img src=x onerror=alert(1)>').first().waitFor()
    await expectOnlyText(page)
    await dialog.getByRole('button', { name: 'Importer' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('<img src=x onerror=alert(1)>').first().waitFor()
    await expectOnlyText(page)
    await page.context().close()
  })

  test('in the portal, and in the cells of a book that is compared there', async () => {
    const { partnerId } = partner
    const cookie = await cookieOf({ side: 'partner', partnerId, name: CODE })
    const page = await watched(await stage.visit({ language: 'ar', width: 360, cookie }))
    const { items } = await stage.platform.operator(`/webhook-events?paymentId=${paymentId}`)
    await readAll(page, {
      '/portal/payments': true,
      [`/portal/payments/${paymentId}`]: true,
      '/portal/events': false,
      [`/portal/events/${items[0].eventId}`]: true,
      '/portal/qr': true,
      '/portal/team': true,
      '/portal/addresses': false,
      '/portal/developers': false,
      '/portal/compare': false,
    })
    const cell = `"${CODE.replaceAll('"', '""')}"`
    const today = new Date().toISOString().slice(0, 10)
    await page.locator('input[type=file]').setInputFiles({
      name: `${CODE.replaceAll('/', '')}.csv`,
      mimeType: 'text/csv',
      buffer: Buffer.from(`reference,amount,date\n${cell},900,${today}\n`),
    })
    await page.locator('main').getByText('<svg onload=alert(2)>').first().waitFor()
    await expectOnlyText(page)
    await page.locator('input[type=file]').setInputFiles({
      name: 'book.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`${cell},x\n1,2\n`),
    })
    await page.getByRole('alert').getByText('<svg onload=alert(2)>').waitFor()
    await expectOnlyText(page)
    await page.context().close()
  })

  test('at the till, on the receipt, and in what an agent is asked', async () => {
    const user = { side: 'channel', role: 'agent', channelId, agentId, name: CODE } as const
    const page = await watched(
      await stage.visit({ language: 'ar', width: 360, cookie: await cookieOf(user) }),
    )
    await page.goto('/till')
    await page.getByLabel('المرجع').fill(`${REFERENCE}3`)
    await page.getByRole('button', { name: 'متابعة' }).click()
    await page.getByRole('button', { name: /^قبضت/ }).waitFor()
    await page.getByText('<img src=x onerror=alert(').first().waitFor()
    await expectOnlyText(page)
    await page.getByRole('button', { name: /^قبضت/ }).click()
    await page.getByRole('heading', { name: 'مدفوع' }).waitFor()
    await expectOnlyText(page)
    await page.context().close()
  })
})
