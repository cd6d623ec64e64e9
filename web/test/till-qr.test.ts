/** A QR code from the partner's screen to the till and back, in real browsers. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { emvcoPayload } from '../../platform/src/payments/qr-codes/emvco.ts'
import { startBrowser } from '../../platform/test/support/browser.ts'
import { signInAs } from '../../platform/test/support/people.ts'
import { picture, seriousProblems, useStage } from './support/stage.ts'
import { openTills, type Tills } from './support/tills.ts'

const stage = useStage()

let tills: Tills

beforeAll(async () => {
  tills = await openTills(stage)
  return () => tills.server.close()
})

/** The partner makes a code, sets two amounts and opens the poster: the code's page, and the poster's. */
const printedCode = async (): Promise<{ code: Page; poster: Page; token: string }> => {
  const { partnerId } = tills.partner
  const owner = await signInAs(stage.platform, { side: 'partner', role: 'owner', partnerId })
  const code = await stage.visit({ language: 'ar', cookie: owner.headers['cookie'] ?? '' })
  await code.goto('/portal/qr')
  await code.getByRole('button', { name: 'إنشاء رمز' }).click()
  await code.getByLabel('الاسم', { exact: true }).fill('صندوق 2')
  await code.getByRole('dialog').getByRole('button', { name: 'إنشاء رمز' }).click()
  await code.getByLabel('المبالغ').fill('500 ; 1 250,50')
  await code.getByRole('button', { name: 'تحديد المبالغ' }).click()
  await code.locator('.files .n').first().waitFor()
  const href = await code.getByRole('link', { name: 'طباعة الملصق' }).getAttribute('href')
  const poster = await code.context().newPage()
  await poster.goto(href ?? '')
  await poster.getByText('صندوق 2').first().waitFor()
  const token = new URL(code.url()).pathname.split('/').at(-1) ?? ''
  return { code, poster, token }
}

/** What an EMVCo code of this token says. */
const emvcoOf = (token: string): string => {
  const merchant = {
    partnerId: 'prt_1001',
    name: 'Dar El Bahia',
    nameAr: 'دار البهية',
    city: 'Oran',
  }
  return emvcoPayload({ guid: 'dz.wasl', token, merchant, amount: null })
}

/** What the camera sees: the paper that the partner printed, as one frame of a film. */
const film = async (poster: Page): Promise<Buffer> => {
  await poster.emulateMedia({ media: 'print' })
  await poster.setViewportSize({ width: 720, height: 960 })
  return poster.screenshot({ type: 'jpeg', quality: 90 })
}

test('a code is made, set, printed, scanned by the camera of the till, paid and shown, in Arabic', async () => {
  const { code, poster, token } = await printedCode()
  const folder = await mkdtemp(join(tmpdir(), 'wasl-film-'))
  const cameraFile = join(folder, 'poster.mjpeg')
  await writeFile(cameraFile, await film(poster))
  await poster.close()
  const filming = await startBrowser({ cameraFile })
  try {
    const leila = await tills.hire('ليلى')
    const context = await filming.newContext({
      baseURL: stage.platform.origin,
      locale: 'ar',
      viewport: { width: 360, height: 860 },
      permissions: ['camera'],
    })
    const url = stage.platform.origin
    await context.addCookies([{ name: 'wasl-session', value: leila.person.token, url }])
    const page = await context.newPage()
    page.setDefaultTimeout(120_000)
    await page.goto('/till')
    await page.locator('#reference').waitFor()
    // The code as the payer dictates it, as EMVCo writes it, and a forgery of it.
    const ways = [(token.match(/.{1,4}/g) ?? []).join('-').toLowerCase(), emvcoOf(token)]
    for (const text of ways) {
      await page.locator('#reference').fill(text)
      await page.locator('#reference').press('Enter')
      await page.waitForURL(`**/till/qr/${token}`)
      await page.getByRole('button', { name: 'مرجع آخر' }).click()
    }
    await page.locator('#reference').fill(`https://wasl.evil.test/q/${token}`)
    await page.locator('#reference').press('Enter')
    await page.getByText('هذا الرمز ليس من رموزنا').waitFor()
    await picture(page, 'till-foreign-ar-360-light')
    expect(await seriousProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'مرجع آخر' }).click()
    await page.getByRole('link', { name: 'الكاميرا' }).click()
    await page.waitForURL(`**/till/qr/${token}`)
    await page.getByRole('button', { name: /1.250,50/ }).click()
    await picture(page, 'till-qr-ar-360-light')
    expect(await seriousProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'متابعة' }).click()
    await page.getByRole('button', { name: /^قبضت/ }).click()
    await page.getByRole('heading', { name: 'مدفوع' }).waitFor()
    const { items } = await tills.call('GET', '/payments?stage=paid&limit=1')
    expect(items[0]).toMatchObject({ qrCodeToken: token, amount: 1250.5, takenBy: leila.agentId })
  } finally {
    await filming.close()
    await rm(folder, { recursive: true, force: true })
  }
  await code.reload()
  await code.getByText('مدفوع').first().waitFor()
  await code.context().close()
})
