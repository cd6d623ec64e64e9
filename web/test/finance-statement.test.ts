/** A finance team closes a statement, approves it by another person (owners too), pays it and proves it. */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { verifyStatement } from '../../partner-kit/src/verify-statement.ts'
import { openBooks, type Books } from '../../platform/test/support/books.ts'
import { startPartner, type PartnerServer } from '../../platform/test/support/partner.ts'
import { signInAs } from '../../platform/test/support/people.ts'
import { newReference, type TestPartner } from '../../platform/test/support/node.ts'
import { useStage, type Visit } from './support/stage.ts'
import { expectGoodPages, VISITS } from './support/visits.ts'

const stage = useStage()

let server: PartnerServer
let partner: TestPartner
let books: Books
const cookies: Record<string, string> = {}

beforeAll(async () => {
  const { platform } = stage
  server = await startPartner()
  partner = await platform.createPartner(server, { name: 'Dar El Bahia' })
  const channel = await platform.createChannel('AGENCY')
  books = await openBooks(platform)
  await books.agreeWith(partner, { basisPoints: 150, vatBasisPoints: 1900 })
  await books.nextDay()
  const reference = newReference()
  server.prices.set(reference, 10_000)
  const payment = await platform.opened(channel, partner, reference)
  await platform.change(channel, 'confirm', payment.paymentId)
  await books.nextDay()
  for (const [name, role] of [
    ['Amina Belkacem', 'owner'],
    ['Karim Haddad', 'finance-checker'],
    ['Lila Mansouri', 'auditor'],
  ] as const) {
    const { token } = await signInAs(platform, { side: 'operator', role, name })
    cookies[name] = `wasl-session=${token}`
  }
  return () => server.close()
})

const as = async (name: string, visit: Visit = {}): Promise<Page> =>
  stage.visit({ cookie: cookies[name] ?? '', ...visit })

/** Keeps answers back until the returned function is called. */
const heldBack = async (page: Page, url: string): Promise<() => void> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

describe('a statement', () => {
  test('closed by Amina, approved by Karim, downloaded and verified', async () => {
    const amina = await as('Amina Belkacem')
    const letPartnersCome = await heldBack(amina, '**/operator/v1/partners?*')
    await amina.goto('/console/statements')
    await amina.getByRole('button', { name: 'Clôturer un relevé' }).click()
    const closing = amina.getByRole('dialog')
    await closing.getByText('Rien n’est encore choisi.').waitFor()
    expect(await closing.getByRole('button', { name: 'Clôturer' }).isDisabled()).toBe(true)
    letPartnersCome()
    await closing.getByRole('button', { name: 'Clôturer' }).click()
    await amina.waitForURL(/\/statements\/[0-9a-f-]{36}$/)
    await amina.getByText('9 821,50').first().waitFor()
    const refused = amina.getByRole('button', { name: 'Approuver' })
    expect(await refused.getAttribute('aria-disabled')).toBe('true')
    await amina.getByText('Une autre personne doit l’approuver').first().waitFor()

    const path = new URL(amina.url()).pathname
    const karim = await as('Karim Haddad', { language: 'ar' })
    await karim.goto(path)
    await karim.getByRole('button', { name: 'اعتماد' }).click()
    await karim.getByRole('dialog').getByRole('button', { name: 'اعتماد' }).click()
    await karim.getByText('معتمَد', { exact: true }).waitFor()
    await karim.getByRole('button', { name: 'تحقّق الآن' }).click()
    const proof = karim.locator('.card', { hasText: 'التحقّق' }).last()
    await expect
      .poll(() => proof.innerText(), { timeout: 120_000 })
      .toContain('التوقيع صحيح. لم يتغيّر شيء منذ إقفال الكشف.')

    const saved = async (name: string | RegExp): Promise<Buffer> => {
      const href = await karim.getByRole('link', { name }).getAttribute('href')
      return (await karim.context().request.get(href ?? '')).body()
    }
    const manifest = await saved('تنزيل التوقيع')
    const file = await saved(/JSON/)
    const keys = await (await fetch(`${stage.platform.origin}/.well-known/wasl-keys`)).json()
    expect(await verifyStatement({ manifest, keys, file })).toMatchObject({
      ok: true,
      format: 'json',
      manifest: { net: 9821.5, partnerId: partner.partnerId },
    })
    await karim.context().close()

    await amina.getByRole('button', { name: 'Proposer un virement' }).click()
    await amina.getByRole('dialog').getByRole('button', { name: 'Proposer' }).click()
    await amina.getByRole('link', { name: '9 821,50' }).waitFor()
    await amina.context().close()
  })

  test('an auditor reads and is told who may act', async () => {
    const lila = await as('Lila Mansouri')
    await lila.goto('/console/close-day')
    await lila.getByRole('link', { name: 'Approuver les virements' }).click()
    await lila.getByRole('link', { name: 'Dar El Bahia' }).click()
    const approve = lila.getByRole('button', { name: 'Approuver' })
    expect(await approve.getAttribute('aria-disabled')).toBe('true')
    await lila.getByText('confirmer les virements').first().waitFor()
    await lila.context().close()
  })
})

const PAGES = ['close-day', 'statements', 'payouts'] as const

describe('the pages about settlement', () => {
  test.each(VISITS)('have no serious problem in $language, $theme, at $width px', async (visit) => {
    const { items } = await books.amina('GET', '/statements')
    const page = await as('Karim Haddad', visit)
    await expectGoodPages(page, [...PAGES, `statements/${items[0].statementId}`], visit)
    await page.context().close()
  })
})

describe('the week’s pay of several partners', () => {
  test('is three steps: close what is due, approve it, propose the payouts; each refusal is named', async () => {
    const { platform } = stage
    const channel = await platform.createChannel('AGENCY')
    const names = ['Librairie Sebti', 'Zina Couture', 'Taxi Hippone', 'Kahina Fleurs']
    const partners = await Promise.all(
      names.map((name) => platform.createPartner(server, { name })),
    )
    // What the last one is owed waits for the bank.
    const settlement = `/operator/v1/partners/${partners.at(-1)?.partnerId}/settlement`
    for (const name of ['Nour Saïdi', 'Idir Amrane']) {
      const person = await signInAs(platform, { side: 'operator', role: 'finance-maker', name })
      await person.call('PATCH', settlement, { body: { release: 'banked' } })
    }
    for (const whose of partners) {
      const reference = newReference()
      server.prices.set(reference, 2_500)
      const payment = await platform.opened(channel, whose, reference)
      await platform.change(channel, 'confirm', payment.paymentId)
    }
    await books.nextDay()
    const requests: string[] = []
    // A day later the sessions of yesterday are over.
    const [maker, checker] = await Promise.all(
      (['finance-maker', 'finance-checker'] as const).map(async (role) => {
        const { headers } = await signInAs(platform, { side: 'operator', role })
        return stage.visit({ cookie: headers['cookie'] ?? '' })
      }),
    )
    if (maker === undefined || checker === undefined) throw new Error('expected two people')
    maker.on('request', (request) => {
      if (request.method() === 'POST') requests.push(new URL(request.url()).pathname)
    })
    await maker.goto('/console/statements')
    await maker.getByRole('button', { name: 'Clôturer tous ceux qui sont dus (4)' }).click()
    const dialog = maker.getByRole('dialog')
    await dialog.getByText('10 000,00').waitFor()
    await dialog.getByRole('button', { name: /^Clôturer tous/ }).click()
    await dialog.getByText('4 sont faits.').waitFor()
    await dialog.getByRole('button', { name: 'Fermer' }).last().click()

    await checker.goto('/console/statements?status=closed')
    await checker.getByRole('cell', { name: 'Librairie Sebti' }).waitFor()
    await checker.getByRole('checkbox', { name: 'Sélectionner tout ce qui est affiché' }).check()
    await checker.getByRole('button', { name: 'Approuver la sélection' }).click()
    await checker.getByRole('dialog').getByRole('button', { name: 'Approuver' }).click()
    await checker.getByRole('dialog').getByText('4 sont faits.').waitFor()
    await checker.context().close()

    await maker.goto('/console/statements?status=approved')
    await maker.getByRole('cell', { name: 'Librairie Sebti' }).waitFor()
    for (const name of names) {
      const row = maker.getByRole('row').filter({ hasText: name })
      await row.getByRole('checkbox').check()
    }
    await maker.getByText('4 sélectionnés · 10 000,00').waitFor()
    await maker.getByRole('button', { name: 'Proposer les virements de la sélection' }).click()
    await dialog.getByRole('button', { name: /^Proposer/ }).click()
    await dialog.getByText('3 sont faits.').waitFor()
    const refusals = dialog.getByRole('listitem')
    expect(await refusals.count()).toBe(1)
    expect(await refusals.innerText()).toMatch(/Kahina Fleurs.*: .*\p{L}{4}/u)
    // The person who proposed approves none of them.
    await maker.goto('/console/payouts?status=proposed')
    await maker.getByRole('checkbox', { name: 'Sélectionner tout ce qui est affiché' }).check()
    const refused = maker.getByRole('button', { name: 'Approuver la sélection' })
    expect(await refused.getAttribute('aria-disabled')).toBe('true')
    await maker.context().close()
    expect(requests.filter((path) => path.includes('step-up'))).toEqual([])
  })
})
