/** What two people of a finance team do on each other's work, each confirming who they are. */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { openBooks, type Books } from '../../platform/test/support/books.ts'
import { startPartner } from '../../platform/test/support/partner.ts'
import { signInAgain, signInAs } from '../../platform/test/support/people.ts'
import {
  newReference,
  type TestChannel,
  type TestPartner,
} from '../../platform/test/support/node.ts'
import { addPassword, codeOf } from '../../platform/test/support/sign-in.ts'
import { picture, useStage, type Visit } from './support/stage.ts'
import { expectGoodPages, VISITS } from './support/visits.ts'

const stage = useStage()

type Person = { userId: string; secret: string }

const people: Record<string, Person> = {}

let partner: TestPartner
let channel: TestChannel
let books: Books

/** Somebody who can confirm who they are with the code of an app. */
const hire = async (name: string, role: 'finance-maker' | 'finance-checker'): Promise<void> => {
  const { platform } = stage
  const user = await signInAs(platform, { side: 'operator', role, name })
  const { secret } = await addPassword(user, platform.clock)
  people[name] = { userId: user.userId, secret }
}

beforeAll(async () => {
  const { platform } = stage
  const server = await startPartner()
  partner = await platform.createPartner(server, { name: 'Dar El Bahia' })
  channel = await platform.createChannel('AGENCY')
  books = await openBooks(platform)
  await books.agreeWith(partner, { basisPoints: 150, vatBasisPoints: 1900 })
  await books.nextDay()
  const reference = newReference()
  server.prices.set(reference, 10_000)
  const payment = await platform.opened(channel, partner, reference)
  await platform.change(channel, 'confirm', payment.paymentId)
  // Nothing is paid out that the bank does not have.
  const transfer = { amount: 10_000, reference: 'VIR-1' }
  const { body } = await platform.call('POST', '/channel/v1/remittances', {
    key: channel.apiKey,
    body: transfer,
  })
  await books.karim('POST', `/remittances/${body.remittanceId}/bank`, { amount: 10_000 })
  await books.nextDay()
  await hire('Amina Belkacem', 'finance-maker')
  await hire('Karim Haddad', 'finance-checker')
  return () => server.close()
})

/** A new session of a person, who has not confirmed anything in it yet. */
const as = async (name: string, visit: Visit = {}): Promise<Page> => {
  const { token } = await signInAgain(stage.platform, people[name]?.userId ?? '', false)
  return stage.visit({ cookie: `wasl-session=${token}`, ...visit })
}

/** The dialog that asks who it is: the code of the person's app, which counts once. */
const confirmAs = async (page: Page, name: string, label: string, verb: string): Promise<void> => {
  const code = page.getByLabel(label)
  await code.waitFor()
  await stage.platform.clock.advance(30)
  await code.fill(await codeOf(people[name]?.secret ?? '', stage.platform.clock))
  await page.getByRole('button', { name: verb, exact: true }).click()
}

const confirmInArabic = (page: Page, name: string): Promise<void> =>
  confirmAs(page, name, 'رمز تطبيق المصادقة', 'أكّد')

const confirmInFrench = (page: Page, name: string): Promise<void> =>
  confirmAs(page, name, 'Code de l’application d’authentification', 'Confirmer')

/** Presses a button, and the button in the dialog that asks. */
const act = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name, exact: true }).first().click()
  await page.getByRole('dialog').locator('button[type=submit]').click()
}

describe('a payout, in Arabic', () => {
  test('goes from the closed statement to the bank through two people who confirm themselves', async () => {
    const amina = await as('Amina Belkacem', { language: 'ar' })
    const karim = await as('Karim Haddad', { language: 'ar' })
    await amina.goto('/console/statements')
    await amina.getByRole('button', { name: 'إقفال كشف', exact: true }).click()
    // What it proposes, the partner and the last sealed day, is read first.
    const closing = amina.getByRole('dialog')
    await closing.locator('option', { hasText: 'Dar El Bahia' }).waitFor({ state: 'attached' })
    await closing.locator('.form-hint').waitFor()
    await closing.locator('button[type=submit]').click()
    await amina.waitForURL(/\/statements\/[0-9a-f-]{36}$/)
    await karim.goto(new URL(amina.url()).pathname)
    await act(karim, 'اعتماد')
    await confirmInArabic(karim, 'Karim Haddad')
    await karim.getByText('معتمَد', { exact: true }).waitFor()

    await amina.reload()
    await act(amina, 'اقتراح تحويل')
    await confirmInArabic(amina, 'Amina Belkacem')
    await amina.getByRole('link', { name: '9\u202f821,50' }).click()
    await amina.waitForURL(/\/payouts\/[0-9a-f-]{36}$/)
    const path = new URL(amina.url()).pathname
    // She makes payouts, and has no right to approve any.
    await amina.getByText('تأكيد التحويلات').first().waitFor()

    // He confirmed who he is at the statement, and that still counts.
    await karim.goto(path)
    await act(karim, 'اعتماد')
    await karim.getByText('اعتمده Karim Haddad.').waitFor()

    await amina.reload()
    await act(amina, 'إرسال إلى البنك')
    await amina.getByRole('link', { name: 'ملف البنك (CSV)' }).waitFor()

    await karim.reload()
    await act(karim, 'البنك دفع')
    await karim.getByText('دفع البنك. سجّله Karim Haddad.').waitFor()
    const { items } = await books.amina('GET', '/payouts')
    expect(items).toMatchObject([
      {
        status: 'paid',
        amount: 9821.5,
        madeBy: 'Amina Belkacem',
        approvedBy: 'Karim Haddad',
        instructedBy: 'Amina Belkacem',
        paidBy: 'Karim Haddad',
      },
    ])
    await Promise.all([amina.context().close(), karim.context().close()])
  })
})

describe('the bank account of a partner', () => {
  test('is proposed with its digits checked, and approved by another person', async () => {
    const path = `/console/partners/${partner.partnerId}/account`
    const amina = await as('Amina Belkacem')
    await amina.goto(path)
    await amina.getByRole('button', { name: 'Proposer un compte' }).click()
    const dialog = amina.getByRole('dialog')
    const rib = dialog.getByLabel('RIB')
    await rib.fill('007 99999 0001234568 03')
    await dialog.getByText('Les deux derniers chiffres ne correspondent pas').waitFor()
    await rib.fill('004 00123 4567890123 ')
    await dialog.getByText('Il manque 2 chiffres').waitFor()
    await rib.fill(NEW_RIB)
    await dialog.getByText('Les chiffres concordent').waitFor()
    await dialog.getByRole('button', { name: 'Proposer', exact: true }).click()
    await confirmInFrench(amina, 'Amina Belkacem')
    await amina.getByText('Un changement attend.').waitFor()
    await amina.context().close()

    const karim = await as('Karim Haddad')
    await karim.goto(path)
    await karim.getByText('RIB · change').waitFor()
    await act(karim, 'Approuver')
    await confirmInFrench(karim, 'Karim Haddad')
    await karim.locator('.card', { hasText: 'Compte proposé' }).waitFor({ state: 'detached' })
    const account = await books.karim('GET', `/partners/${partner.partnerId}/account`)
    expect(account).toMatchObject({
      current: { rib: NEW_RIB, requestedBy: 'Amina Belkacem', decidedBy: 'Karim Haddad' },
      requested: null,
    })
    await karim.context().close()
  })
})

const digits = '004001234567890123'

/** Of another bank; its check digits are reckoned from the others. */
const NEW_RIB = digits + String(97n - ((BigInt(digits.slice(3)) * 100n) % 97n)).padStart(2, '0')

describe('what is agreed with a channel', () => {
  test('is a commission that one person proposes and another approves', async () => {
    const amina = await as('Amina Belkacem')
    await amina.goto('/console/fees')
    await amina.getByRole('link', { name: 'Commissions' }).click()
    await amina.getByRole('button', { name: 'Proposer une commission' }).click()
    const dialog = amina.getByRole('dialog')
    const nextYear = Number((await books.today()).slice(0, 4)) + 1
    await dialog.getByLabel('À partir du').fill(`01/03/${nextYear}`)
    await dialog.getByLabel('Taux, %').fill('0,5')
    await dialog.getByRole('button', { name: 'Proposer', exact: true }).click()
    await amina.getByRole('row', { name: /0,5 %/ }).waitFor()
    await amina.context().close()

    const karim = await as('Karim Haddad')
    await karim.goto('/console/fees/commissions')
    await act(karim, 'Approuver')
    await confirmInFrench(karim, 'Karim Haddad')
    await karim.getByText('décidé par Karim Haddad').waitFor()
    const { items } = await books.amina('GET', `/channels/${channel.channelId}/commissions`)
    expect(items).toMatchObject([
      { status: 'approved', basisPoints: 50, from: `${nextYear}-03-01` },
    ])
    await karim.context().close()
  })

  test('is a float in its safe, put in once and taken out whole', async () => {
    const page = await as('Amina Belkacem')
    await page.goto('/console/shifts/floats')
    await page.getByRole('button', { name: 'Verser un fonds' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Montant, DA').fill('5 000,50')
    await dialog.getByRole('button', { name: 'Verser', exact: true }).click()
    await confirmInFrench(page, 'Amina Belkacem')
    await page.getByRole('row', { name: /argent du canal/ }).waitFor()
    expect(await books.balances()).toMatchObject({ float_owed: -5000.5 })
    await act(page, 'Reprendre')
    await page.getByRole('cell', { name: 'Repris', exact: true }).waitFor()
    expect(await books.balances()).not.toHaveProperty('float_owed')
    const { items } = await books.amina('GET', '/floats')
    expect(items).toMatchObject([
      { status: 'returned', amount: 5000.5, fundedBy: 'Amina Belkacem' },
    ])
    await page.context().close()
  })
})

describe('a QR code of a partner', () => {
  test('gets its amounts from the operator, who is in its history, and loses them again', async () => {
    const { platform } = stage
    const path = `/partners/${partner.partnerId}/qr-codes`
    const { qrCodeToken } = await books.amina('POST', path, { label: 'Caisse 2' })
    const { headers, name } = await signInAs(platform, {
      side: 'operator',
      role: 'engineer',
      name: 'Nadia Cherif',
    })
    const page = await stage.visit({ cookie: headers['cookie'] ?? '' })
    await page.goto(`/console/partners/${partner.partnerId}/qr`)
    await page.getByRole('button', { name: 'Montants' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Aucun montant n’a été fixé.').waitFor()
    await dialog.getByLabel('Montants, DA').fill('500 ; mille')
    await dialog.getByText('Des montants en dinars sont attendus').waitFor()
    await dialog.getByLabel('Montants, DA').fill('500 ; 1 250,50')
    await dialog.getByRole('button', { name: 'Fixer les montants' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Montants' }).click()
    await dialog.getByText(`fixé par ${name}, de l’opérateur`).waitFor()
    await picture(page, 'finance-qr-amounts-fr')
    await expect.poll(() => dialog.getByLabel('Montants, DA').inputValue()).toBe('500 ; 1250,5')
    await dialog.getByLabel('Montants, DA').fill('')
    await dialog.getByRole('button', { name: 'Fixer les montants' }).click()
    await dialog.waitFor({ state: 'detached' })
    const history = await books.amina('GET', `/qr-codes/${qrCodeToken}/configurations`)
    expect(history.items).toMatchObject([
      { amounts: [500, 1250.5], endedBy: 'unset', unsetBy: `operator ${name}` },
    ])
    await page.context().close()
  })
})

describe('the format of a bank’s file', () => {
  test('is set on the screen, refused by name of the field, and then reads a file', async () => {
    const page = await as('Karim Haddad')
    await page.goto('/console/reconciliation/mappings')
    await page.getByRole('button', { name: 'Nouveau format' }).click()
    const dialog = page.getByRole('dialog')
    const fill = (label: string, text: string): Promise<void> =>
      dialog.getByLabel(label, { exact: true }).fill(text)
    await fill('Nom', 'bna-clients')
    await fill('Date d’opération', 'Date')
    await fill('Libellé', 'Libellé ; a ; b ; c ; d')
    await fill('Colonne débit', 'Débit')
    await fill('Colonne crédit', '4')
    await dialog.getByRole('button', { name: 'Enregistrer le format' }).click()
    await dialog.locator('.form-row', { hasText: 'Libellé' }).locator('.form-error').waitFor()
    await fill('Libellé', 'Libellé')
    await dialog.getByRole('button', { name: 'Enregistrer le format' }).click()
    await page.getByText('Date · Libellé · Débit · 4').waitFor()

    await page.getByRole('link', { name: 'Lignes bancaires' }).click()
    await page.getByRole('button', { name: 'Importer un fichier bancaire' }).click()
    await page.getByLabel('Fichier CSV').setInputFiles({
      name: 'releve.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('Date;Libellé;Débit;Crédit\n20/11/2026;VERSEMENT;;12 000,00\n'),
    })
    await dialog.getByRole('button', { name: 'Examiner le fichier' }).click()
    await dialog.getByText('1 ligne dans le fichier, 1 nouvelle.').waitFor()
    await dialog.getByRole('button', { name: 'Importer' }).click()
    await page.getByText('1 ligne : 1 nouvelle').waitFor()
    const { items } = await books.amina('GET', '/bank-lines')
    expect(items).toMatchObject([{ amount: 12_000, bookedOn: '2026-11-20' }])
    await page.context().close()
  })
})

const PAGES = ['shifts/floats', 'reconciliation/mappings', 'fees/commissions']

describe('the pages for them', () => {
  test.each(VISITS)('have no serious problem in $language, $theme, at $width px', async (visit) => {
    const page = await as('Karim Haddad', visit)
    await expectGoodPages(page, [...PAGES, `partners/${partner.partnerId}/account`], visit)
    await page.context().close()
  })
})
