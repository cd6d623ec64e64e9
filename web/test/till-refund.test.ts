/** A refund is paid at a till, to the payer who has its code, in a real browser. */
import { formatRefundCode } from '@wasl/protocol'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { expireRefunds } from '../../platform/src/payments/refunds/expire.ts'
import { giveCash } from '../../platform/test/support/custody.ts'
import { picture, seriousProblems, useStage } from './support/stage.ts'
import { openTills, scan, type Tills, type Worker } from './support/tills.ts'

const stage = useStage()

let tills: Tills

beforeAll(async () => {
  tills = await openTills(stage)
  return () => tills.server.close()
})

/** Requests that pass a service worker cannot be held by the test. */
const NO_WORKER = { serviceWorkers: 'block' } as const

let references = 0

type Refunded = { reference: string; refundId: string; code: string }

/** A payment that another channel took, refunded. */
const refunded = async (amount: number): Promise<Refunded> => {
  const { platform } = stage
  const reference = `RET/${(references += 1)}`
  tills.server.prices.set(reference, amount)
  const elsewhere = await platform.createChannel('MARKETPLACE')
  const { paymentId } = await platform.opened(elsewhere, tills.partner, reference)
  await platform.change(elsewhere, 'confirm', paymentId)
  const { status, body } = await platform.refund(paymentId, { reason: 'Retour de la marchandise' })
  expect(status).toBe(201)
  return { reference, refundId: body.refundId, code: body.code ?? '' }
}

const paidOut = async ({ refundId }: Refunded): Promise<unknown> => {
  const { rows } = await stage.platform.pool.query(
    `select refunds.status, refunds.paid_agent_id as agent,
      (select count(*)::int from ledger_transfers where code = 'REFUND_PAID'
        and source_id = refund_id) as transfers
    from refunds where refund_id = $1`,
    [refundId],
  )
  return rows
}

const numberOf = ({ agentId }: Worker): number => Number(agentId.slice('agt_'.length))

const hireWithCash = async (name: string, centimes: number): Promise<Worker> => {
  const worker = await tills.hire(name)
  await giveCash(stage.platform.pool, worker.agentId, centimes)
  return worker
}

const send = async (page: Page, code: string): Promise<void> => {
  await page.locator('#refund-code').fill(code)
  await page.getByRole('button', { name: 'Continuer' }).click()
  await page.getByRole('button', { name: 'Verser ce remboursement' }).click()
}

describe('a refund at the till', () => {
  test('Nadia pays a payer of another channel by the code, in Arabic, and prints the slip', async () => {
    const refund = await refunded(3_000)
    const { reference, code } = refund
    const nadia = await hireWithCash('نادية بلقاسم', 500_000)
    const page = await tills.open(nadia, { language: 'ar', width: 360 })
    await page.getByRole('link', { name: 'القائمة' }).click()
    await page.getByRole('link', { name: 'دفع استرداد' }).click()
    const field = page.locator('#refund-code')
    // One character is misheard.
    const last = code.endsWith('A') ? 'B' : 'A'
    await field.fill(code.slice(0, -1) + last)
    await page.getByText('في هذا الرمز حرف خاطئ').waitFor()
    expect(await page.getByRole('button', { name: 'متابعة' }).isDisabled()).toBe(true)
    await picture(page, 'till-refund-code-ar-360-light')
    expect(await seriousProblems(page)).toEqual([])
    await field.fill(code.toLowerCase().replaceAll('-', ' '))
    await page.getByRole('button', { name: 'متابعة' }).click()
    expect(await page.locator('.otp').innerText()).toBe(code)
    await picture(page, 'till-refund-check-ar-360-light')
    expect(await seriousProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'ادفع هذا الاسترداد' }).click()
    await page.getByRole('heading', { name: 'أعطِ الدافع' }).waitFor()
    expect(await page.locator('.huge').innerText()).toContain('3\u202f000')
    await picture(page, 'till-refund-give-ar-360-light')
    expect(await seriousProblems(page)).toEqual([])
    // The tab is closed before the money is in the payer's hand: the till still says what to give.
    await page.reload()
    await page.getByRole('button', { name: /^أعطيت/ }).click()
    await page.getByRole('heading', { name: 'دُفع الاسترداد' }).waitFor()
    await picture(page, 'till-refund-paid-ar-360-light')
    expect(await seriousProblems(page)).toEqual([])
    await page.evaluate(`print = () => { document.documentElement.dataset.printed = 'yes' }`)
    await page.getByRole('button', { name: 'طباعة' }).click()
    expect(await page.locator('html').getAttribute('data-printed')).toBe('yes')
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('.on-paper').innerText()).toContain(reference)
    expect(await paidOut(refund)).toEqual([
      { status: 'paid', agent: numberOf(nadia), transfers: 1 },
    ])
    const { items } = await tills.call('GET', '/cash')
    const cash = items.find((one: { agentId: string }) => one.agentId === nadia.agentId)
    expect(cash.amount).toBe(2_000)
    await page.context().close()
  })

  test('the answer is lost: Karim asks again, and the payer is paid once', async () => {
    const refund = await refunded(800)
    const karim = await hireWithCash('Karim Ziani', 100_000)
    const page = await tills.open(karim, { language: 'fr', width: 360, options: NO_WORKER })
    await page.goto('/till/refund')
    const keys: string[] = []
    await page.route('**/refunds/redeem', async (route) => {
      keys.push(route.request().headers()['idempotency-key'] ?? '')
      if (keys.length > 1) return route.continue()
      await route.fetch()
      return route.abort()
    })
    await page.locator('#refund-code').blur()
    await scan(page, refund.code)
    await page.getByRole('button', { name: 'Verser ce remboursement' }).click()
    await page.getByText('Ne versez rien encore.').waitFor()
    await picture(page, 'till-refund-asking-fr-360-light')
    expect(await seriousProblems(page)).toEqual([])
    // Whatever screen he opens, it stays in view.
    await page.getByRole('link', { name: 'Wasl' }).click()
    await page.getByText('Un remboursement vous attend.').waitFor()
    expect(await seriousProblems(page)).toEqual([])
    // Also after the tab was killed: the device has kept what was asked.
    await page.goto('/till/refund')
    await page.getByRole('heading', { name: 'Versez au payeur' }).waitFor()
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
    expect(await paidOut(refund)).toMatchObject([{ status: 'paid', transfers: 1 }])
    await page.context().close()
  })

  test('each refusal says what is wrong and what to tell the payer, and nothing is paid', async () => {
    const paid = await refunded(500)
    const dear = await refunded(90_000)
    const late = await refunded(500)
    const samia = await hireWithCash('Samia', 100_000)
    const page = await tills.open(samia, { language: 'fr', width: 1280, theme: 'dark' })
    const refused = async (code: string, why: string): Promise<void> => {
      await send(page, code)
      await page.getByRole('heading', { name: 'Ne versez rien' }).waitFor()
      expect(await page.getByRole('alert').innerText()).toContain(why)
      expect(await page.locator('.said').count()).toBe(1)
      await page.getByRole('button', { name: 'Autre code' }).click()
    }
    await page.goto('/till/refund')
    await send(page, paid.code)
    await page.getByRole('button', { name: /^J’ai versé/ }).click()
    await page.getByRole('button', { name: 'Autre remboursement' }).click()
    await refused(paid.code, 'Ce remboursement a déjà été versé.')
    await refused(dear.code, 'Votre caisse ne contient pas autant d’argent.')
    // A code of the right form that nobody was given.
    const unknown = { partner: 1_001, locator: '0000', secret: '0000000' }
    await refused(formatRefundCode(unknown), 'Ce code n’est pas valable')
    await stage.platform.clock.advance(181 * 86_400)
    await expireRefunds(stage.platform.pool)
    const again = await tills.open(await hireWithCash('Lina', 100_000), {
      language: 'fr',
      width: 360,
    })
    await again.goto('/till/refund')
    await send(again, late.code)
    await again.getByText('Ce remboursement a expiré').waitFor()
    await picture(again, 'till-refund-expired-fr-360-light')
    expect(await seriousProblems(again)).toEqual([])
    expect(await paidOut(dear)).toMatchObject([{ transfers: 0 }])
    expect(await paidOut(late)).toMatchObject([{ transfers: 0 }])
    await again.context().close()
    await page.context().close()
  })

  test('a courier has no way to it', async () => {
    const courier = await tills.hire('Yacine', 'courier')
    const page = await tills.open(courier, { language: 'fr', width: 360 })
    await page.getByRole('link', { name: 'Menu' }).click()
    await page.getByRole('link', { name: 'Aujourd’hui' }).waitFor()
    expect(await page.getByRole('link', { name: 'Verser un remboursement' }).count()).toBe(0)
    await page.context().close()
  })
})
