/**
 * What a payment is not: no screen may say that nothing was paid when cash was taken and its
 * confirmation refused, nor show the payment of a test channel as real money.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPartner, type PartnerServer } from '../../platform/test/support/partner.ts'
import { signInAs } from '../../platform/test/support/people.ts'
import type { TestChannel, TestPartner } from '../../platform/test/support/node.ts'
import { picture, seriousProblems, useStage } from './support/stage.ts'

const stage = useStage()

let server: PartnerServer
let partner: TestPartner
let paymentId: string
let channel: TestChannel

beforeAll(async () => {
  const { platform } = stage
  server = await startPartner()
  server.prices.set('FAC/7', 4_500)
  partner = await platform.createPartner(server, { name: 'Dar El Bahia' })
  channel = await platform.createChannel('AGENCY')
  ;({ paymentId } = await platform.opened(channel, partner, 'FAC/7'))
  await platform.change(channel, 'cancel', paymentId)
  expect((await platform.change(channel, 'confirm', paymentId)).status).toBe(409)
  const reported = await platform.call('POST', `/channel/v1/payments/${paymentId}/taken`, {
    key: channel.apiKey,
    body: { amount: 4_500, takenAt: (await platform.clock.now()).toISOString() },
  })
  expect(reported.status).toBe(201)
})

/** How often each page of a list or payment has the words that it must have. */
const counts = async (
  who: Parameters<typeof signInAs>[1],
  language: 'ar' | 'fr',
  shown: readonly { path: string; within: string; words: string }[],
) => {
  const { headers } = await signInAs(stage.platform, who)
  const page = await stage.visit({ cookie: headers['cookie'] ?? '', language })
  const found: number[] = []
  for (const { path, within, words } of shown) {
    await page.goto(path)
    const marks = page.locator(within).getByText(words)
    await marks.first().waitFor()
    found.push(await marks.count())
  }
  await page.context().close()
  return found
}

afterAll(() => server.close())

test('the partner reads in Arabic that a decision is awaited, in the list and on the page', async () => {
  const { partnerId } = partner
  const { headers } = await signInAs(stage.platform, { side: 'partner', partnerId })
  const page = await stage.visit({ cookie: headers['cookie'] ?? '', language: 'ar' })
  await page.goto('/portal/payments')
  await page.locator('tbody').getByText('بانتظار قرار').waitFor()
  await page.locator('tbody').getByText('FAC/7').click()
  await page.getByText('صرّح باستلام نقود له').waitFor()
  expect(await page.locator('.answer').innerText()).not.toContain('لم يُدفع')
  await page.context().close()
})

test('support tells a caller in French that the payer may have paid', async () => {
  const { headers } = await signInAs(stage.platform, { side: 'operator', role: 'support' })
  const page = await stage.visit({ cookie: headers['cookie'] ?? '', language: 'fr' })
  await page.goto('/console/payments')
  await page.locator('tbody').getByText('Argent à décider').waitFor()
  await page.goto(`/console/payments/${paymentId}`)
  await page.getByText('le payeur a peut-être payé').waitFor()
  expect(await page.locator('.answer').innerText()).not.toContain('Non payé')
  await page.context().close()
})

test('a payment of a test channel is marked, in the lists and on its page', async () => {
  const { platform } = stage
  const tester = await platform.createChannel('AGENCY', true)
  const other = await platform.createPartner(server, { name: 'Dar El Djadida' })
  await platform.pool.query(`update partners set state = 'testing' where partner_id = $1`, [
    other.number,
  ])
  const opened = await platform.opened(tester, other, 'FAC/7')
  expect(opened).toMatchObject({ stage: 'locked' })
  const { partnerId } = other
  const words = 'دفعة اختبار'
  const inPortal = await counts({ side: 'partner', partnerId }, 'ar', [
    { path: '/portal/payments', within: 'tbody', words },
    { path: `/portal/payments/${opened.paymentId}`, within: '.answer', words },
  ])
  const inConsole = await counts({ side: 'operator', role: 'support' }, 'fr', [
    { path: '/console/payments', within: 'tbody', words: 'Paiement d’essai' },
    {
      path: `/console/payments/${opened.paymentId}`,
      within: '.answer-head',
      words: 'Paiement d’essai',
    },
  ])
  // The payment of the usual channel is in the operator's list too, and has no mark.
  expect([inPortal, inConsole]).toEqual([
    [1, 1],
    [1, 1],
  ])
})

test('who decides about the cash picks a name or a reference, and types no id', async () => {
  const { platform } = stage
  // Of another reference, so it explains nothing.
  server.prices.set('FAC/8', 4_500)
  const paid: string[] = []
  for (const reference of ['FAC/7', 'FAC/8']) {
    const opened = await platform.opened(channel, partner, reference)
    await platform.change(channel, 'confirm', opened.paymentId)
    paid.push(opened.paymentId)
  }
  const names = await platform.operator(`/names?ids=${channel.channelId}`)
  const of = { side: 'operator', role: 'finance-checker', name: 'Karim Haddad' } as const
  const { headers } = await signInAs(platform, of)
  for (const [language, width] of [
    ['ar', 360],
    ['fr', 1280],
  ] as const) {
    const page = await stage.visit({ cookie: headers['cookie'] ?? '', language, width })
    await page.goto('/console/lost-locks')
    await page.getByRole('button', { name: language === 'ar' ? 'قرّر' : 'Décider' }).click()
    const dialog = page.getByRole('dialog')
    const field = dialog.getByRole('combobox').last()
    // Who took the cash is offered first, by name.
    await expect.poll(() => field.inputValue()).toBe(names.items[0].name)
    await dialog.locator('select').selectOption('other')
    await dialog.getByText(language === 'ar' ? 'اختر الدفعة.' : 'Choisissez le paiement.').waitFor()
    await field.fill('FAC')
    const options = dialog.getByRole('listbox').getByRole('option')
    await options.first().waitFor()
    expect(await options.allInnerTexts()).toEqual([
      expect.stringMatching(/^FAC\/7 Dar El Bahia · /),
    ])
    await picture(page, `case-decide-${language}-${width}-light`)
    expect(await seriousProblems(page)).toEqual([])
    await options.click()
    if (language === 'fr') {
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Décider' }).click()
      // It is the same cash, said to be taken on two devices: one touch chooses the payment.
      await dialog.getByRole('button', { name: 'C’est le même argent' }).click()
      await dialog.getByRole('button', { name: 'Décider' }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    await page.context().close()
  }
  const { items } = await platform.operator('/cases')
  expect(items).toMatchObject([
    { status: 'confirmed', confirmedBy: paid[0], resolvedBy: 'Karim Haddad' },
  ])
})
