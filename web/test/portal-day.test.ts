/** A partner's day in the portal: a key is replaced, a code is paid, a webhook fails and is sent again. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { startPartner, type PartnerServer } from '../../platform/test/support/partner.ts'
import { signInAs } from '../../platform/test/support/people.ts'
import {
  newReference,
  type TestChannel,
  type TestPartner,
} from '../../platform/test/support/node.ts'
import { guidePictures } from './support/guide-pictures.ts'
import { postponeRetries } from './support/retries.ts'
import { picture, seriousProblems, useStage } from './support/stage.ts'

const stage = useStage()

let server: PartnerServer
let partner: TestPartner
let channel: TestChannel

beforeAll(async () => {
  server = await startPartner()
  partner = await stage.platform.createPartner(server, {
    name: 'Dar El Bahia',
    nameAr: 'دار البهية',
  })
  channel = await stage.platform.createChannel()
})

afterAll(async () => {
  await server.close()
  expect(server.problems).toEqual([])
})

type Role = 'owner' | 'viewer'

const visit = async (
  role: Role,
  language: 'ar' | 'fr',
  width: 360 | 1280 = 1280,
): Promise<Page> => {
  const { headers } = await signInAs(stage.platform, {
    side: 'partner',
    role,
    partnerId: partner.partnerId,
  })
  return stage.visit({ language, width, cookie: headers['cookie'] ?? '' })
}

/** Axe finds nothing serious; a picture to look at. */
const look = async (page: Page, name: string): Promise<void> => {
  await picture(page, `portal-${name}`)
  expect(await seriousProblems(page), name).toEqual([])
}

const paid = async (): Promise<{ paymentId: string; reference: string }> => {
  const reference = newReference()
  const payment = await stage.platform.opened(channel, partner, reference)
  await stage.platform.change(channel, 'confirm', payment.paymentId)
  return { paymentId: payment.paymentId, reference }
}

describe('a partner’s day', () => {
  test('an API key is replaced step by step, and the old one is refused afterwards', async () => {
    const page = await visit('owner', 'fr')
    await page.goto('/portal/keys')
    await page.getByRole('button', { name: 'Remplacer Clé d’API' }).click()
    await page.getByRole('button', { name: 'Créer le nouveau' }).click()
    const key = await page.locator('.once code').first().textContent()
    expect(key).toMatch(/^wasl_prt_/)
    await page.getByText('En attente de son premier usage').waitFor()
    await look(page, 'keys-fr-1280')
    await guidePictures(page, 'partner-keys', { seen: '.steps', height: 720 })
    const before = partner.apiKey
    partner.apiKey = key ?? ''
    const asked = await stage.platform.status(partner, newReference())
    expect(asked.status).toBe(200)
    await page.getByText('Votre serveur l’utilise').waitFor()
    await page.getByRole('button', { name: 'Révoquer l’ancienne clé' }).click()
    await page.getByText('Remplacement de la clé d’API').waitFor({ state: 'detached' })
    const refused = await stage.platform.status({ ...partner, apiKey: before }, newReference())
    expect(refused.status).toBe(401)
    await guidePictures(page, 'partner-addresses', {
      at: '/portal/addresses',
      seen: 'main input',
      height: 550,
    })
    await page.context().close()
  })

  test('a key for the counters’ screen may read payments alone, in Arabic', async () => {
    const page = await visit('owner', 'ar')
    await page.goto('/portal/keys')
    expect(await page.locator('.bar .mark small').innerText()).toBe('دار البهية')
    await page.getByRole('button', { name: 'استبدال مفتاح API' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('المفتاح مسموح له بكل شيء').click()
    const boxes = dialog.getByRole('checkbox')
    for (const box of await boxes.all()) await box.uncheck()
    const make = dialog.getByRole('button').last()
    await dialog.getByText('اختر صلاحية واحدة على الأقل للمفتاح').waitFor()
    expect(await make.isDisabled()).toBe(true)
    await boxes.first().check()
    await look(page, 'key-rights-ar-1280')
    await make.click()
    await page.getByRole('cell').getByText('قراءة المدفوعات وحالتها').waitFor()
    const key = (await page.locator('.once code').first().textContent()) ?? ''
    const settings = await stage.platform.call('GET', '/partner/settings/v1/partner', { key })
    expect(settings.body.permission).toBe('partners.view')
    await look(page, 'keys-rights-ar-1280')
    await page.context().close()
  })

  test('a wrong address is tried and explained, the right one is saved and gets the next webhook, in Arabic', async () => {
    const right = `${server.origin}/orders/wasl-webhooks`
    // What answers there knows nothing of webhooks.
    const NOT_FOUND = { status: 404, body: '<h1>Not Found</h1>' }
    server.onWebhook(({ path }) => (path === '/ordres/wasl' ? NOT_FOUND : undefined))
    const page = await visit('owner', 'ar')
    await page.goto('/portal/addresses')
    const address = page.getByLabel('عنوان الإشعارات')
    await address.fill(`${server.origin}/ordres/wasl`)
    await page.getByRole('button', { name: 'تجربة' }).click()
    const webhook = page.getByRole('status').filter({ hasText: 'الإشعار:' })
    await webhook.getByText(/404/).first().waitFor()
    expect(await webhook.innerText()).toContain('/ordres/wasl')
    expect(await webhook.getAttribute('class')).toContain('stop')
    await look(page, 'address-wrong-ar-1280')
    const unchanged = await stage.platform.operator(`/partners/${partner.partnerId}`)
    expect(unchanged.webhookUrl).toBe(`${server.apiUrl}/webhooks/platform`)

    await address.fill(right)
    // What is shown is of another address than the one that stands in the field.
    await webhook.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'تجربة' }).click()
    await page.locator('.notice.done').filter({ hasText: right }).waitFor()
    await look(page, 'address-right-ar-1280')
    await page.getByRole('button', { name: 'حفظ' }).click()
    await page.getByText('تم الحفظ.').waitFor()
    const { reference } = await paid()
    const [next] = await server.webhooksArrived(reference, 1, 'payment.success')
    expect(next?.path).toBe('/orders/wasl-webhooks')
    await page.context().close()
  })

  test('a code is made, set, printed, scanned, paid and shown as paid, in Arabic', async () => {
    const page = await visit('owner', 'ar')
    await page.goto('/portal/qr')
    await page.getByRole('button', { name: 'إنشاء رمز' }).click()
    await page.getByLabel('الاسم', { exact: true }).fill('صندوق 2')
    await page.getByRole('dialog').getByRole('button', { name: 'إنشاء رمز' }).click()
    await page.getByLabel('المبالغ').fill('500 ; 1 250,50')
    await page.getByRole('button', { name: 'تحديد المبالغ' }).click()
    await page.locator('.files .n').first().waitFor()
    const token = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    const poster = await page.getByRole('link', { name: 'طباعة الملصق' }).getAttribute('href')
    const printed = await page.context().newPage()
    await printed.goto(poster ?? '')
    await printed.getByText('صندوق 2').first().waitFor()
    await printed.close()
    const scanned = await stage.platform.call('GET', `/channel/v1/qr-codes/${token}`, {
      key: channel.apiKey,
    })
    expect(scanned.body.amounts).toEqual([500, 1250.5])
    const opened = await stage.platform.call('POST', `/channel/v1/qr-codes/${token}/payments`, {
      key: channel.apiKey,
      body: { amount: 1250.5 },
    })
    await stage.platform.change(channel, 'confirm', opened.body.paymentId)
    await page.getByText('لم يُدفع', { exact: true }).waitFor({ state: 'detached' })
    await page.reload()
    await page.getByText('مدفوع').first().waitFor()
    await look(page, 'qr-ar-1280')
    await guidePictures(page, 'partner-code', { seen: '.qr-head' })
    await page.context().close()
  })

  test('a webhook that fails is seen with its reason, and sent again once the server is back', async () => {
    const reference = newReference()
    server.onWebhook(
      ({ event }) =>
        event?.event === 'payment.success' ? { status: 503, body: 'maintenance' } : undefined,
      reference,
    )
    const opened = await stage.platform.opened(channel, partner, reference)
    await stage.platform.change(channel, 'confirm', opened.paymentId)
    await server.webhooksArrived(reference, 1, 'payment.success')
    const page = await visit('owner', 'fr')
    await page.goto(`/portal/payments/${opened.paymentId}`)
    await page.getByText('n’a pas pu être prévenu').waitFor()
    await look(page, 'payment-fr-1280')
    await page.getByRole('link', { name: 'Voir le webhook' }).last().click()
    await page.getByText('réponse 503').first().waitFor()
    await look(page, 'event-fr-1280')
    // On a slow machine the platform has tried again by itself. From here on it does not.
    await postponeRetries(stage.platform.pool)
    const tries = server.webhooksOf(reference, 'payment.success').length
    server.onWebhook(() => undefined, reference)
    await page.getByRole('button', { name: 'Renvoyer maintenant' }).click()
    await page.getByText('Votre serveur en a accusé réception').waitFor()
    expect(server.webhooksOf(reference, 'payment.success')).toHaveLength(tries + 1)
    await guidePictures(page, 'partner-payments', {
      at: '/portal/payments',
      seen: 'a.row',
      height: 560,
    })
    await page.context().close()
  })

  test('a viewer may change nothing, and reads who can give the right', async () => {
    await paid()
    const page = await visit('viewer', 'ar', 360)
    await page.goto('/portal/keys')
    const button = page.getByRole('button', { name: 'استبدال مفتاح API' })
    await button.waitFor()
    expect(await button.getAttribute('aria-disabled')).toBe('true')
    await page.getByText('استبدال المفاتيح والأسرار').first().waitFor()
    for (const [path, seen] of [
      ['payments', 'مدفوع'],
      ['statements', 'لا كشف بعد'],
      ['account', 'لا حساب بعد'],
      ['events', 'إعادة الإرسال منذ'],
      ['addresses', 'عنوان الاستعلام'],
      ['qr', 'صندوق 2'],
      ['health', 'خلال آخر 24 ساعة'],
      ['developers', 'قيمكم'],
      ['team', 'الاطلاع على الفريق'],
      ['compare', 'التصدير'],
    ] as const) {
      await page.goto(`/portal/${path}`)
      await page.locator('#page').getByText(seen).first().waitFor()
      await look(page, `${path}-ar-360`)
    }
    await page.context().close()
  })
})
