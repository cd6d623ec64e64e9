/** Shifts, handovers and payers' codes at a till, in a real browser. */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { giveCash, safeOf } from '../../platform/test/support/custody.ts'
import { signInAs } from '../../platform/test/support/people.ts'
import { guidePictures } from './support/guide-pictures.ts'
import { picture, seriousProblems, useStage } from './support/stage.ts'
import { slowDown } from './support/slow-network.ts'
import { openTills, type Tills, type Worker } from './support/tills.ts'

const stage = useStage()

let tills: Tills

beforeAll(async () => {
  tills = await openTills(stage)
  await giveCash(stage.platform.pool, safeOf(tills.channel), 1_000_000)
  return () => tills.server.close()
})

const take = async ({ agentId }: Worker, reference: string, price: number): Promise<void> => {
  tills.server.prices.set(reference, price)
  const { partnerId } = tills.partner
  const payment = await tills.call('POST', '/payments', { partnerId, reference, agentId })
  await tills.call('POST', `/payments/${payment.paymentId}/confirm`, {})
}

const count = async (page: Page, notes: Record<string, number>): Promise<void> => {
  for (const [value, pieces] of Object.entries(notes)) {
    await page.locator(`.count input[aria-label*=" ${value} "]`).fill(String(pieces))
  }
}

/** Groups of digits are set apart by a narrow space. */
const spaced = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ')

const agentOf = ({ agentId }: Worker) => ({ agentId })

/** Takes cash for a payment whose lock is lost to another channel, and reports it. */
const loseCash = async (worker: Worker, reference: string, price: number): Promise<void> => {
  const { platform } = stage
  const { partnerId } = tills.partner
  tills.server.prices.set(reference, price)
  const opening = { partnerId, reference, ...agentOf(worker) }
  const { paymentId } = await tills.call('POST', '/payments', opening)
  await tills.call('POST', `/payments/${paymentId}/cancel`)
  const other = await platform.createChannel()
  const again = await platform.opened(other, tills.partner, reference)
  await platform.change(other, 'confirm', again.paymentId)
  const confirmed = await platform.change(tills.channel, 'confirm', paymentId)
  expect(confirmed.status).toBe(409)
  await tills.call('POST', `/payments/${paymentId}/taken`, {
    amount: price,
    takenBy: worker.agentId,
    takenAt: (await platform.clock.now()).toISOString(),
  })
}

describe('cash at the till', () => {
  test('Nadia opens her shift with a float, counts blind, misses 200, and closes once it is decided', async () => {
    const nadia = await tills.hire('Nadia Belkacem', 'agent', null)
    const page = await tills.open(nadia, { language: 'fr', width: 360 })
    await page.goto('/till/shift')
    await page.getByLabel('Fonds de caisse, en dinars').fill('5000')
    await page.getByRole('button', { name: 'Prendre mon poste' }).click()
    await page.getByText('Votre poste est ouvert').waitFor()
    await take(nadia, 'FAC/1', 2_200.5)
    await page.getByRole('button', { name: 'Compter' }).click()
    await page.getByText('Combien de chaque ?').waitFor()
    expect(await page.locator('main').innerText()).not.toMatch(/7.200/)
    await count(page, { 1000: 7 })
    await picture(page, 'till-count-fr-360-light')
    await guidePictures(page, 'cashier-count', {
      seen: '.count',
      again: () => count(page, { 1000: 7 }),
    })
    expect(await seriousProblems(page)).toEqual([])
    await page.getByLabel('Centimes, en tout').fill('50')
    await page.getByRole('button', { name: 'Relire' }).click()
    await page.getByRole('button', { name: 'Envoyer le comptage' }).click()
    await page.getByRole('heading', { name: /^Il manque 200/ }).waitFor()
    await picture(page, 'till-counted-fr-360-light')
    await guidePictures(page, 'cashier-counted', { seen: '[role=status] h1' })
    expect(await seriousProblems(page)).toEqual([])
    // A button that would be refused is not green, and says why.
    const close = page.getByRole('button', { name: 'Fermer mon poste' })
    expect(await close.isDisabled()).toBe(true)
    await page.getByText('Vous pourrez fermer une fois l’écart décidé.').waitFor()
    const { items } = await tills.call('GET', `/shifts?agentId=${nadia.agentId}`)
    expect(items[0]).toMatchObject({ status: 'counted', count: { difference: -200 } })

    // Somebody else decides, and she closes, also on a slow network.
    await slowDown(page, /\/channel\/v1\/shifts\b/)
    const { platform } = stage
    const variances = await platform.operator('/variances?status=open')
    const { varianceId } = variances.items[0]
    const decided = await platform.call('POST', `/operator/v1/variances/${varianceId}/decide`, {
      key: platform.operatorKey,
      body: { outcome: 'agent_receivable', reason: 'Elle le doit' },
    })
    expect(decided.status).toBe(200)
    await close.click()
    await page.getByText('Fermé').waitFor()
    expect(await page.getByRole('button', { name: 'Prendre mon poste' }).count()).toBe(1)
    const closed = await tills.call('GET', `/shifts?agentId=${nadia.agentId}`)
    expect(closed.items[0]).toMatchObject({ status: 'closed' })
    await page.context().close()
  })

  test('Rachid receives the cash of Salim: both count blind, the code is said once', async () => {
    const salim = await tills.hire('سليم حدّاد')
    const rachid = await tills.hire('Rachid Mansouri')
    await take(salim, 'FAC/2', 3_000)
    const giving = await tills.open(salim, { language: 'ar', width: 360 })
    const taking = await tills.open(rachid, { language: 'fr', width: 1280, theme: 'dark' })
    // Rachid looks at another screen, and loads nothing again.
    await taking.locator('#reference').waitFor()
    await giving.goto('/till/handover')
    await giving.locator('select').selectOption(rachid.agentId)
    await giving.locator('.count input').first().fill('1')
    await giving.locator('.count input').nth(1).fill('1')
    await giving.getByRole('button', { name: /^سلّم/ }).click()
    const code = (await giving.locator('.otp').innerText()).replaceAll(/\D/g, '')
    await picture(giving, 'till-handover-ar-360-light')
    expect(await seriousProblems(giving)).toEqual([])

    const arrives = taking.getByText('Quelqu’un vous remet de l’argent')
    await arrives.waitFor()
    await picture(taking, 'till-arrives-fr-1280-dark')
    expect(await seriousProblems(taking)).toEqual([])
    await arrives.click()
    await taking.getByRole('button', { name: 'Compter' }).click()
    expect(await taking.locator('main').innerText()).not.toMatch(/3.000/)
    await count(taking, { 1000: 3 })
    await taking.getByRole('button', { name: 'Continuer' }).click()
    await taking.getByLabel('Le code qu’on vous dit').fill('00000000')
    await taking.getByRole('button', { name: /^Recevoir/ }).click()
    await taking.getByText('Code faux. Il reste 4 essais.').waitFor()
    await taking.getByLabel('Le code qu’on vous dit').fill(code)
    await picture(taking, 'till-receive-fr-1280-dark')
    expect(await seriousProblems(taking)).toEqual([])
    await taking.getByRole('button', { name: /^Recevoir/ }).click()
    await taking.getByRole('heading', { name: 'Reçu' }).waitFor()
    await giving.getByRole('heading', { name: /استلمها/ }).waitFor()

    // Rachid gives it back, and counts 500 more than Salim does.
    await taking.getByRole('button', { name: 'Terminé' }).click()
    await taking.getByRole('button', { name: /^Remettre/ }).waitFor()
    await giving.getByRole('button', { name: 'تم' }).click()
    await taking.locator('select').selectOption(salim.agentId)
    await count(taking, { 1000: 3 })
    await taking.getByRole('button', { name: /^Remettre/ }).click()
    const again = (await taking.locator('.otp').innerText()).replaceAll(/\D/g, '')
    await giving.getByRole('button', { name: 'عُدّها' }).click()
    await giving.locator('.count input').nth(1).fill('2')
    await giving.locator('.count input').nth(2).fill('1')
    await giving.getByRole('button', { name: 'متابعة' }).click()
    await giving.getByLabel('الرمز الذي يُقال لك').fill(again)
    await giving.getByRole('button', { name: /^استلم/ }).click()
    const told = taking.getByRole('alert')
    await told.getByRole('heading', { name: /a compté 500\D+de moins/ }).waitFor()
    expect(spaced(await told.innerText())).toMatch(/3 000,00[^]+2 500,00[^]+−500,00/)
    await taking.getByText(/L’écart reste ouvert à votre nom/).waitFor()
    await picture(taking, 'till-gave-less-fr-1280-dark')
    expect(await seriousProblems(taking)).toEqual([])

    const cash = await tills.call('GET', '/cash')
    const held = (agentId: string) =>
      cash.items.find((one: { agentId: string }) => one.agentId === agentId)?.amount
    expect([held(salim.agentId), held(rachid.agentId)]).toEqual([2_500, 0])
    await giving.context().close()
    await taking.context().close()
  })

  test('a handover is seen on a network that needs longer than the till waits between two looks', async () => {
    const sofiane = await tills.hire('Sofiane Meziane')
    const warda = await tills.hire('Warda Belaïd')
    await take(sofiane, 'FAC/3', 1_000)
    const giving = await tills.open(sofiane, { language: 'fr', width: 360 })
    const taking = await tills.open(warda, { language: 'fr', width: 360 })
    for (const page of [giving, taking]) {
      await page.locator('#reference').waitFor()
      await slowDown(page, /\/channel\/v1\/(?:handovers|agents)\b/)
    }
    await giving.goto('/till/handover')
    await giving.locator('select').selectOption(warda.agentId)
    await count(giving, { 1000: 1 })
    await giving.getByRole('button', { name: /^Remettre/ }).click()
    expect(await giving.locator('.otp').innerText()).toMatch(/\d/)
    await taking.getByText('Quelqu’un vous remet de l’argent').waitFor()
    await giving.context().close()
    await taking.context().close()
  })

  test('a supervisor sees in Arabic who works, who holds what and what waits, and an agent does not', async () => {
    const { platform } = stage
    const { channelId } = tills.channel
    const karim = await tills.hire('كريم بن عمر')
    const lotfi = await tills.hire('Lotfi Aït-Saïd-Ouzellaguen', 'agent', 500)
    await take(karim, 'FAC/10', 12_450)
    const { partnerId } = tills.partner
    await tills.call('POST', '/payments', { partnerId, reference: 'FAC/11', ...agentOf(karim) })
    await loseCash(lotfi, 'FAC/12', 2_500)
    const role = 'supervisor'
    const person = await signInAs(platform, { side: 'channel', role, channelId, name: 'سعاد' })
    const page = await tills.open({ person }, { language: 'ar', width: 360 })
    await page.getByRole('link', { name: 'القائمة' }).click()
    await page.getByRole('link', { name: 'الفريق' }).click()
    const rowOf = (name: string) => page.locator('.team li').filter({ hasText: name })
    await rowOf(karim.name).getByText('مرجع واحد محجوز').waitFor()
    expect(spaced(await rowOf(karim.name).innerText())).toContain('12 450,00')
    const conflict = page.locator('.conflict').filter({ hasText: lotfi.name })
    expect(spaced(await conflict.innerText())).toContain('2 500')
    await rowOf('Nadia Belkacem').getByText('خارج المناوبة').waitFor()

    // She decides whose the difference of a handover is; without a reason she cannot.
    const difference = page.locator('.waiting').filter({ hasText: 'ناقص: Rachid Mansouri' })
    await difference.getByRole('button', { name: 'ابتّ فيه' }).click()
    const owes = difference.getByRole('button', { name: 'العون مدين به' })
    expect(await owes.isDisabled()).toBe(true)
    await difference.getByLabel('السبب').fill('عُدّت معه مرتين')
    await picture(page, 'till-decide-ar-360-light')
    expect(await seriousProblems(page)).toEqual([])
    await owes.click()
    await difference.waitFor({ state: 'detached' })
    const decided = await tills.call('GET', '/variances?status=decided')
    expect(decided.items[0]).toMatchObject({
      kind: 'short',
      amount: 500,
      outcome: 'agent_receivable',
      reason: 'عُدّت معه مرتين',
    })

    // A handover to the safe arrives while she looks, without its amount.
    const safe = safeOf(tills.channel)
    const offer = { from: karim.agentId, to: safe, amount: 7_777 }
    const quicken = await slowDown(page, /\/channel\/v1\/handovers\b/)
    const { code } = await tills.call('POST', '/handovers', offer)
    const waiting = page.locator('a').filter({ hasText: 'يسلّم إلى' })
    await waiting.waitFor()
    await quicken()
    expect(spaced(await page.locator('main').innerText())).not.toContain('7 777')
    await picture(page, 'till-team-ar-360-light')
    expect(await seriousProblems(page)).toEqual([])
    await waiting.click()
    await page.getByRole('button', { name: 'عُدّ' }).waitFor()
    const { items } = await tills.call('GET', '/handovers?status=offered')
    const { handoverId } = items[0]
    await person.call('POST', `/channel/v1/handovers/${handoverId}/receive`, {
      body: { code, counted: 7_777 },
    })
    await page.goto('/till/team')
    await rowOf(karim.name).getByText('4 673,00').waitFor()

    // Cash of the safe leaves for the bank: who has the bag is chosen, and owes it if it is lost.
    await page.goto('/till/deposit')
    await page.locator('.count input').nth(1).fill('2')
    await page.getByLabel('رقم الختم').fill('BG-7001')
    const carrier = page.getByLabel('من يحمله إلى البنك')
    await carrier.selectOption({ label: karim.name })
    expect(await carrier.inputValue()).toBe(karim.agentId)
    await picture(page, 'till-bag-ar-360-light')
    expect(await seriousProblems(page)).toEqual([])
    await page.getByRole('button', { name: /^أغلق الكيس/ }).click()
    await page.getByText('BG-7001').waitFor()
    const bags = await tills.call('GET', '/deposits?status=bagged')
    expect(bags.items).toMatchObject([{ bag: 'BG-7001', amount: 2_000, carriedBy: karim.agentId }])
    // The next bag is nobody's until somebody is chosen again.
    expect(await carrier.inputValue()).toBe('')
    await page.context().close()

    const agent = await tills.open(karim, { language: 'fr', width: 1280, theme: 'dark' })
    await agent.goto('/till/menu')
    await agent.getByRole('link', { name: 'Remettre' }).waitFor()
    expect(await agent.getByRole('link', { name: 'Équipe' }).count()).toBe(0)
    await agent.goto('/till/team')
    await agent.getByText('Seuls un superviseur ou le responsable').waitFor()
    await agent.context().close()
  })
})
