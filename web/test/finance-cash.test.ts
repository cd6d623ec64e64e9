/** A finance person's evening: a difference is decided, a bank line is matched, the books are opened. */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { BANK_MAPPING } from '../../platform/test/support/bank.ts'
import { openBooks, type Books } from '../../platform/test/support/books.ts'
import { startPartner } from '../../platform/test/support/partner.ts'
import { signInAs } from '../../platform/test/support/people.ts'
import { rowsOfWorkbook } from '../../platform/test/support/statement-documents.ts'
import { openTill, type Till } from '../../platform/test/support/till.ts'
import { savedBy } from './support/saved.ts'
import { picture, useStage, type Visit } from './support/stage.ts'
import { expectGoodPages, VISITS } from './support/visits.ts'

const stage = useStage({ refundApprovalAbove: 10_000 })

let books: Books
let till: Till
let shiftId = ''
let cookie = ''

beforeAll(async () => {
  const { platform } = stage
  const server = await startPartner()
  const partner = await platform.createPartner(server, { name: 'Dar El Bahia' })
  till = await openTill({
    platform,
    server,
    partner,
    channel: await platform.createChannel('AGENCY'),
  })
  books = await openBooks(platform)
  await books.agreeWith(partner, { basisPoints: 150, vatBasisPoints: 1900 })
  const agentId = await till.agent({ name: 'Yacine Meziane' })
  shiftId = await till.shift(agentId, 5000)
  const paymentId = await till.collect(agentId, 10_000)
  await till.count(shiftId, 14_800)
  const refund = { amount: 200, reason: 'Payé deux fois' }
  await books.amina('POST', `/payments/${paymentId}/refunds`, refund, {
    'idempotency-key': crypto.randomUUID(),
  })
  const deposit = await till.call('POST', '/deposits', {
    from: agentId,
    amount: 9800,
    bag: 'BG-204417',
  })
  const slip = { slip: { number: '0071-558213' } }
  await till.call('POST', `/deposits/${deposit.body.depositId}/deposited`, slip)
  await books.amina('PUT', '/bank-mappings/bna-clients', BANK_MAPPING)
  const { token } = await signInAs(platform, {
    side: 'operator',
    role: 'finance-checker',
    name: 'Karim Haddad',
  })
  cookie = `wasl-session=${token}`
  return () => server.close()
})

const karim = async (visit: Visit = {}): Promise<Page> => stage.visit({ cookie, ...visit })

describe('the evening of a finance person', () => {
  test('a shift with a difference is reviewed by another than who counted, in Arabic', async () => {
    const page = await karim({ language: 'ar' })
    await page.goto('/console/close-day')
    await page.getByRole('link', { name: 'حسم الفروق' }).click()
    await page.getByRole('link', { name: 'جلسة صندوق' }).click()
    await page.getByText('ينقص').waitFor()
    await page.getByRole('button', { name: 'حسم الفرق' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('السبب').fill('يقرّ العون بالنقص')
    await dialog.getByRole('button', { name: 'حسم الفرق' }).click()
    await page.getByText('حسم Karim Haddad الفرق: على العون.').waitFor()
    const { items } = await books.amina('GET', '/variances')
    expect(items[0]).toMatchObject({ outcome: 'agent_receivable', decidedBy: 'Karim Haddad' })
    await page.context().close()
  })

  test('the differences of one agent, found by name, are decided together', async () => {
    const lina = await till.agent({ name: 'Lina Hamidi' })
    await till.count(await till.shift(lina, 5000), 4_900)
    await till.count(await till.shift(lina, 5000), 9_850)
    await till.count(await till.shift(await till.agent({ name: 'Omar' }), 5000), 4_000)
    const page = await karim()
    await page.goto('/console/shifts/differences?status=open')
    await page.getByText('3 lignes').waitFor()
    const agent = page.getByLabel('Agent', { exact: true })
    await agent.focus()
    await page.locator('datalist option[value^="Lina"]').waitFor({ state: 'attached' })
    await agent.fill('lina')
    await agent.press('Enter')
    await page.getByText('2 lignes').waitFor()
    expect(new URL(page.url()).searchParams.get('agentId')).toBe(lina)
    const save = page.getByRole('button', { name: 'Exporter pour Excel' })
    const saved = rowsOfWorkbook(await savedBy(page, save))
    expect(saved.slice(1).map((row) => [row[1], row[4]])).toEqual([
      ['Lina Hamidi', '-50.00'],
      ['Lina Hamidi', '-100.00'],
      ['-150.00', undefined],
    ])
    const history = page.getByRole('region', { name: 'Écarts de Lina Hamidi par mois' }).last()
    await history.getByRole('rowheader', { name: /^\p{L}+ \d{4}$/u }).waitFor()
    await page.getByRole('checkbox', { name: 'Sélectionner tout ce qui est affiché' }).check()
    await page.getByRole('button', { name: 'Régulariser la sélection' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('2 écarts').waitFor()
    await dialog.getByLabel('Motif').fill('Écarts de rendu, deux fois constatés')
    await dialog.getByRole('button', { name: 'Régulariser la sélection' }).click()
    await dialog.getByText('2 sont faits.').waitFor()
    const of = async (status: string): Promise<any[]> =>
      (await books.amina('GET', `/variances?status=${status}&agentId=${lina}`)).items
    expect(await of('open')).toEqual([])
    expect(await of('decided')).toMatchObject([
      { outcome: 'over_short', decidedBy: 'Karim Haddad' },
      { outcome: 'over_short', decidedBy: 'Karim Haddad' },
    ])
    await page.context().close()
  })

  test('each list of the desk is taken along for Excel, in Arabic', async () => {
    const page = await karim({ language: 'ar', width: 360 })
    for (const [path, head] of [
      ['/deposits', 'تاريخ الختم'],
      ['/lost-locks', 'تاريخ الاستلام'],
      ['/audit', 'متى'],
      ['/events', 'أُنشئ'],
    ] as const) {
      await page.goto(`/console${path}`)
      const save = page.getByRole('button', { name: 'تصدير إلى Excel' })
      const [first] = rowsOfWorkbook(await savedBy(page, save))
      expect([path, first?.[0]]).toEqual([path, head])
      await picture(page, `export${path.replace('/', '-')}-ar-360-light`, 860)
    }
    await page.context().close()
  })

  test('a bank line is imported and matched with the deposit that it credits', async () => {
    const page = await karim()
    await page.goto('/console/reconciliation')
    await page.getByRole('button', { name: 'Importer un fichier bancaire' }).click()
    const lines = 'Date;Libellé;Réf;Montant\n2026-11-23;VERSEMENT ESPECES;;9800,00\n'
    await page.getByLabel('Fichier CSV').setInputFiles({
      name: 'releve.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(lines),
    })
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Examiner le fichier' }).click()
    await dialog.getByText('1 ligne dans le fichier, 1 nouvelle.').waitFor()
    await dialog.getByRole('button', { name: 'Importer' }).click()
    await page.getByText('1 ligne : 1 nouvelle, 0 rapprochée').waitFor()
    await page.getByRole('button', { name: 'Rapprocher' }).click()
    await dialog.getByText('9\u202f800,00').waitFor()
    await dialog.getByRole('button', { name: 'Rapprocher' }).click()
    await page.getByText('Versement d’un sac').waitFor()
    const { items } = await books.amina('GET', '/deposits')
    expect(items[0]).toMatchObject({ status: 'banked', banked: 9800 })
    await page.context().close()
  })

  test('every figure of the ledger opens down to what caused it', async () => {
    const page = await karim()
    await page.goto('/console/ledger')
    await page.getByText('Débits et crédits sont égaux.').waitFor()
    await page.getByRole('link', { name: 'Dû aux partenaires' }).click()
    await page.getByRole('link', { name: 'Dar El Bahia' }).click()
    const cause = page
      .getByRole('row', { name: /Encaissement/ })
      .getByRole('link', { name: 'Ouvrir' })
    expect(await cause.getAttribute('href')).toMatch(/\/payments\/[0-9a-f-]{36}$/)
    await page.context().close()
  })
})

const PAGES = [
  'shifts',
  'shifts/differences',
  'handovers',
  'deposits',
  'close-day/report',
  'system',
  'deposits/remittances',
  'reconciliation',
  'reconciliation/echoes',
  'ledger',
  'ledger/cash',
  'ledger/bank/clients',
  'ledger/adjustments',
  'fees',
  'refunds',
]

describe('the pages about cash, bank and books', () => {
  test.each(VISITS)('have no serious problem in $language, $theme, at $width px', async (visit) => {
    const page = await karim(visit)
    await expectGoodPages(page, [...PAGES, `shifts/${shiftId}`], visit)
    await page.context().close()
  })
})
