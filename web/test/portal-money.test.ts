/** A partner's finance person proves a statement, and compares the partner's own book with the platform's. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBooks, type Books } from '../../platform/test/support/books.ts'
import { startPartner, type PartnerServer } from '../../platform/test/support/partner.ts'
import { signInAs } from '../../platform/test/support/people.ts'
import type { TestPartner } from '../../platform/test/support/node.ts'
import { expectGoodLooks } from './support/looks.ts'
import { rowsOfWorkbook } from '../../platform/test/support/statement-documents.ts'
import { savedBy } from './support/saved.ts'
import { picture, seriousProblems, useStage } from './support/stage.ts'

const stage = useStage()

const PRICES = { 'FAC/1': 10_000, 'FAC/2': 2_500.5, 'FAC/3': 700, 'فاتورة/4': 99.9 } as const

let server: PartnerServer
let partner: TestPartner
let statementId: string
let paidOn: string
let cookie: string
let books: Books

beforeAll(async () => {
  const { platform } = stage
  server = await startPartner()
  partner = await platform.createPartner(server, { name: 'Dar El Bahia' })
  const channel = await platform.createChannel('AGENCY')
  books = await openBooks(platform)
  await books.agreeWith(partner, { basisPoints: 150, vatBasisPoints: 1900 })
  await books.nextDay()
  paidOn = await books.today()
  for (const [reference, price] of Object.entries(PRICES)) {
    server.prices.set(reference, price)
    const { paymentId } = await platform.opened(channel, partner, reference)
    await platform.change(channel, 'confirm', paymentId)
  }
  await books.nextDay()
  const made = await books.amina('POST', `/partners/${partner.partnerId}/statements`, {
    until: paidOn,
  })
  ;({ statementId } = made)
  await books.karim('POST', `/statements/${statementId}/approve`, { net: made.net })
  const { headers } = await signInAs(platform, {
    side: 'partner',
    role: 'finance',
    partnerId: partner.partnerId,
  })
  cookie = headers['cookie'] ?? ''
})

afterAll(async () => {
  await server.close()
  expect(server.problems).toEqual([])
})

const saved = (page: Page, name: string): Promise<Buffer> =>
  savedBy(page, page.getByRole('link', { name, exact: true }))

describe('a statement', () => {
  test('is opened with its lines, its documents are downloaded, and the browser verifies them', async () => {
    const page = await stage.visit({ cookie, language: 'fr' })
    await page.goto('/portal/statements')
    await page.locator('a.row').first().click()
    await page.waitForURL(`**/statements/${statementId}`)
    for (const reference of Object.keys(PRICES)) {
      await page.getByRole('link', { name: reference, exact: true }).waitFor()
    }
    // 13 300,40 paid, less 1.5 % and its VAT.
    await page.locator('.net').getByText('13 062,9').waitFor()
    expect((await saved(page, 'Télécharger PDF')).subarray(0, 5).toString()).toBe('%PDF-')
    expect((await saved(page, 'Télécharger XLSX')).subarray(0, 2).toString()).toBe('PK')
    expect((await saved(page, 'Télécharger CSV')).toString()).toContain('فاتورة/4')
    const file = JSON.parse((await saved(page, 'Télécharger JSON')).toString())
    expect(file.lines).toHaveLength(4)
    await page.getByRole('button', { name: 'Vérifier la signature' }).click()
    await page.getByText('Authentique : l’opérateur a signé').waitFor()
    await expectGoodLooks(page, 'portal-statement')
    await page.context().close()
  })

  test('that was changed on its way is not genuine', async () => {
    const page = await stage.visit({ cookie, language: 'ar', width: 360 })
    await page.route(/\?format=json/, async (route) => {
      const answer = await route.fetch()
      const body = (await answer.text()).replace('2500.5', '9500.5')
      await route.fulfill({ response: answer, body })
    })
    await page.goto(`/portal/statements/${statementId}`)
    await page.getByRole('button', { name: 'التحقّق من التوقيع' }).click()
    await page.getByText('غير أصلي: غُيِّر المستند').waitFor()
    expect(await page.getByText('أصلي: وقّع المشغّل').count()).toBe(0)
    await page.context().close()
  })
})

test('a finance person sees where the money goes, and is warned of a change that nobody asked for', async () => {
  const changes = `/partners/${partner.partnerId}/account-changes`
  await books.amina('POST', changes, { accountHolder: 'Autre', rib: '00799999000000000012' })
  const page = await stage.visit({ cookie, language: 'ar', width: 360 })
  await page.goto('/portal/account')
  await page.getByText('اتصلوا بالمشغّل الآن').waitFor()
  const shown = await page.locator('bdi.ref').allInnerTexts()
  expect(shown.map((text) => text.replaceAll(/\s/g, ' '))).toEqual([
    '007 ••••• •••••••• 0012',
    '007 ••••• •••••••• 7803',
  ])
  await page.setViewportSize({ width: 1280, height: 860 })
  await expectGoodLooks(page, 'portal-account')
  await page.context().close()
})

describe('the partner’s payments', () => {
  test('are found by what is typed before the box is there, and exported as they are filtered', async () => {
    const page = await stage.visit({ cookie, language: 'fr' })
    await page.goto('/portal/payments')
    await page.locator('a.row').first().waitFor()
    let letThrough = (): void => undefined
    const isTyped = new Promise<void>((resolve) => {
      letThrough = resolve
    })
    await page.route(/own-search-[^/]+\.js$/, async (route) => {
      await isTyped
      await route.continue()
    })
    await page.keyboard.press('/')
    await page.keyboard.type('FAX')
    await page.keyboard.press('Backspace')
    await page.keyboard.type('C/')
    letThrough()
    const field = page.getByRole('dialog').getByRole('combobox')
    await field.waitFor()
    await page.keyboard.type('2')
    expect(await field.inputValue()).toBe('FAC/2')
    await page.getByRole('option', { selected: true }).getByText('FAC/2').waitFor()
    await picture(page, 'portal-search-fr', 500)
    expect(await seriousProblems(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/portal\/payments\/[0-9a-f-]{36}$/)
    await page.goto('/portal/payments?referenceBegins=FAC')
    await page.locator('a.row').first().waitFor()
    const exported = (name: string) => savedBy(page, page.getByRole('button', { name }))
    const [head, ...lines] = rowsOfWorkbook(await exported('Exporter pour Excel'))
    expect([head?.[2], ...lines.map((line) => line[0])]).toEqual([
      'État',
      'FAC/3',
      'FAC/2',
      'FAC/1',
      'Total',
    ])
    const all = JSON.parse((await exported('Exporter en JSON')).toString())
    expect(all.items.map(({ reference }: { reference: string }) => reference)).toEqual([
      'FAC/3',
      'FAC/2',
      'FAC/1',
    ])
    await expectGoodLooks(page, 'portal-payments')
    await page.context().close()
  })
})

const CSV = `\ufeffRéférence;Montant TTC;Montant;État
FAC/1;x;10 000,00 DA;Payée
FAC/2;x;2 500,00;Payée
فاتورة/4;x;99,90;remboursée
FAC/9;x;1 250,50;Payée`

const give = async (page: Page, name: string, text: string): Promise<void> =>
  page.locator('input[type=file]').setInputFiles({
    name,
    mimeType: 'text/plain',
    buffer: Buffer.from(text),
  })

const figures = async (page: Page): Promise<Record<string, string>> => {
  const texts = await page
    .locator('.tally > div')
    .evaluateAll((all) =>
      all.map((one) => [
        one.querySelector('dt')?.textContent ?? '',
        one.querySelector('dd')?.textContent ?? '',
      ]),
    )
  return Object.fromEntries(texts)
}

describe('the partner’s own book', () => {
  const compareOn = async (language: 'ar' | 'fr'): Promise<Page> => {
    const page = await stage.visit({ cookie, language })
    await page.goto('/portal/compare')
    const [year, month, day] = paidOn.split('-')
    for (const name of language === 'ar' ? ['من', 'إلى'] : ['Du', 'Au']) {
      const field = page.getByLabel(name, { exact: true })
      await field.fill(`${day}/${month}/${year}`)
      await field.press('Tab')
    }
    return page
  }

  test('as CSV differs from the platform’s in each way, and each is named', async () => {
    const page = await compareOn('ar')
    await give(page, 'livre.csv', CSV)
    await page.getByRole('heading', { name: 'الدفتران' }).waitFor()
    expect(await figures(page)).toMatchObject({
      متطابقة: '1',
      'ناقصة من دفتري': '1',
      'في دفتري وحده': '1',
      'بحالة مختلفة': '1',
      'بمبلغ مختلف': '1',
    })
    const rows = async (title: string): Promise<string[]> =>
      page
        .locator('.card', { has: page.getByRole('heading', { name: title }) })
        .locator('tbody tr')
        .allInnerTexts()
    expect((await rows('ناقصة من دفتري')).join()).toContain('FAC/3')
    expect((await rows('في دفتري وحده')).join()).toContain('FAC/9')
    expect((await rows('بحالة مختلفة')).join()).toContain('فاتورة/4')
    expect((await rows('بمبلغ مختلف')).join()).toMatch(/FAC\/2.*2\u202f500,00.*2\u202f500,50/s)
    await expectGoodLooks(page, 'portal-compare')
    await page.context().close()
  })

  test('as JSON agrees to the centime, and a book that cannot be read says which line', async () => {
    const page = await compareOn('fr')
    await give(page, 'livre.csv', 'reference;amount\nFAC/1;dix mille')
    await page.getByText('Ligne 2 : « dix mille » n’est pas un montant').waitFor()
    const invoices = Object.entries(PRICES).map(([ref, total]) => ({ ref, total, date: paidOn }))
    const earlier = { ref: 'FAC/0', total: 5, date: '2020-01-01' }
    await give(page, 'livre.json', JSON.stringify({ invoices: [earlier, ...invoices] }))
    await page.getByText('Les deux livres concordent, au centime près.').waitFor()
    expect(await figures(page)).toMatchObject({ concordent: '4' })
    await page.context().close()
  })
})
