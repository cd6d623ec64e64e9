/** What a person reads when nothing of the platform's own answers, and where they stand on a phone. */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { startPartner } from '../../platform/test/support/partner.ts'
import { signInAs } from '../../platform/test/support/people.ts'
import { goInside } from './support/routes.ts'
import { useStage } from './support/stage.ts'

const stage = useStage()

let partnerId: string
let cookie: string

beforeAll(async () => {
  const server = await startPartner()
  partnerId = (await stage.platform.createPartner(server, { name: 'Dar El Bahia' })).partnerId
  const { headers } = await signInAs(stage.platform, { side: 'operator', role: 'owner' })
  cookie = headers['cookie'] ?? ''
  return () => server.close()
})

const open = async (path: string): Promise<Page> => {
  const page = await stage.visit({ language: 'ar', width: 360, cookie })
  await page.goto(`/console${path}`)
  return page
}

/** What a proxy answers for a platform that is away. */
const AWAY = { status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }

describe('on a phone, in Arabic', () => {
  test('an act without an answer is not said to have failed: it may have been done', async () => {
    const page = await open('/channels')
    await page.getByRole('button', { name: 'قناة جديدة' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('الاسم').fill('وكالة وهران')
    await page.route('**/operator/v1/channels', (route) =>
      route.request().method() === 'POST' ? route.fulfill(AWAY) : route.fallback(),
    )
    await dialog.getByRole('button', { name: 'قناة جديدة' }).click()
    const alert = dialog.getByRole('alert')
    await alert.waitFor()
    expect(await alert.innerText()).toBe(
      'لم تُجب المنصّة. قد يكون الطلب نُفّذ وقد لا يكون: تحقّق قبل أن تعيد إرساله.',
    )
    await page.context().close()
  })

  test('a page that a proxy answers says so in Arabic', async () => {
    const page = await open('/users')
    await page.route('**/operator/v1/partners*', (route) => route.fulfill(AWAY))
    await page.goto('/console/partners')
    await page.getByText('المنصّة لا تجيب، فتعذّر التحميل.').waitFor()
    expect(await page.getByText('Bad Gateway').count()).toBe(0)
    await page.context().close()
  })

  test('the section that is open is in view, also after the one before it', async () => {
    const page = await open(`/partners/${partnerId}/settings`)
    for (const [name, path] of [
      ['الحالة التقنية', '/health'],
      ['الإشعارات', '/events'],
      ['نظرة عامة', ''],
    ] as const) {
      const section = page.locator('nav.tabs').getByRole('link', { name, exact: true })
      await goInside(page, `/partners/${partnerId}${path}`)
      await page.locator('nav.tabs [aria-current]', { hasText: name }).waitFor()
      await expect
        .poll(async () => {
          const { x = -1, width = 0 } = (await section.boundingBox()) ?? {}
          return x >= 0 && x + width <= 360
        })
        .toBe(true)
    }
    await page.context().close()
  })

  test('a channel that is not there has a title and the way back', async () => {
    const page = await open('/channels/chn_999')
    await page.getByText('لا توجد هذه القناة.').waitFor()
    expect(await page.locator('h1').innerText()).toBe('القنوات')
    expect(await page.locator('.crumb').innerText()).toContain('القنوات')
    await page.context().close()
  })
})
