/** A receipt printer that the till drives itself: a real browser, and a printer that reads ESC/POS. */
import { decode } from 'fast-png'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { until } from '../../platform/test/support/wait.ts'
import { FAKE_SERIAL, readEscpos } from './support/escpos-printer.ts'
import { picture, seriousProblems, useStage } from './support/stage.ts'
import { openTills, type Tills } from './support/tills.ts'

const stage = useStage()

let tills: Tills

beforeAll(async () => {
  tills = await openTills(stage)
  return () => tills.server.close()
})

const sent = (page: Page): Promise<number[][]> => page.evaluate('globalThis.sent')

/** The dark dots of the platform's own picture, row by row. */
const dotsOf = async (paymentId: string, language: string, mm = 58): Promise<string[]> => {
  const { origin } = stage.platform
  const query = `format=png&width=${mm}&given=1000`
  const answer = await fetch(`${origin}/channel/v1/payments/${paymentId}/receipt?${query}`, {
    headers: { 'x-api-key': tills.channel.apiKey, 'accept-language': language },
  })
  const { width, height, channels, data, depth } = decode(await answer.arrayBuffer())
  expect([width, depth]).toEqual([mm === 58 ? 384 : 576, expect.any(Number)])
  const isDark = (x: number, y: number): boolean => {
    if (depth === 1) {
      const byte = data[y * Math.ceil(width / 8) + (x >> 3)] ?? 255
      return ((byte >> (7 - (x & 7))) & 1) === 0
    }
    return (data[(y * width + x) * channels] ?? 255) < 128
  }
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_dot, x) => (isDark(x, y) ? '1' : '0')).join(''),
  )
}

/** How wide the browser prints the receipt, in millimetres: as the dots of a thermal printer reach. */
const widthOnPaper = async (page: Page): Promise<number> => {
  await page.emulateMedia({ media: 'print' })
  const box = await page.locator('img.on-paper').boundingBox()
  await page.emulateMedia({ media: 'screen' })
  return ((box?.width ?? 0) / 96) * 25.4
}

test('the receipt comes out dot by dot, in Arabic too, and the drawer opens', async () => {
  tills.server.prices.set('PRINT/1', 850)
  const nadia = await tills.hire('نادية بلقاسم')
  const page = await tills.open(nadia, { language: 'ar', width: 360 })
  await page.addInitScript(FAKE_SERIAL)
  await page.goto('/till/menu')
  await page.getByRole('button', { name: 'وصل طابعة وصول' }).click()
  await page.getByText('تُطبع الوصول مباشرة').waitFor()
  await picture(page, 'till-printer-ar-360-light')
  expect(await seriousProblems(page)).toEqual([])
  await page.goto('/till')
  await page.getByLabel('المرجع').fill('PRINT/1')
  await page.getByRole('button', { name: 'متابعة' }).click()
  await page.getByRole('button', { name: '1 000', exact: true }).click()
  await page.getByRole('button', { name: /^قبضت/ }).click()
  await page.getByRole('button', { name: 'طباعة', exact: true }).click()
  await until('the receipt', async () => (await sent(page)).length === 1)
  const { paymentId } = await tills.paymentOf('PRINT/1')
  const printed = readEscpos(Uint8Array.from((await sent(page))[0] ?? []))
  expect(printed).toMatchObject({ cuts: 1, drawerOpened: 0 })
  expect(printed.rows.join('\n')).toBe((await dotsOf(paymentId, 'ar')).join('\n'))

  await page.getByRole('button', { name: 'افتح الدرج' }).click()
  await until('the drawer', async () => (await sent(page)).length === 2)
  const opened = readEscpos(Uint8Array.from((await sent(page))[1] ?? []))
  expect(opened).toMatchObject({ cuts: 0, drawerOpened: 1, rows: [] })

  // Its paper is wider from now on: on the printer, and in the browser's own dialog.
  const receipt = page.url()
  expect(await widthOnPaper(page)).toBeCloseTo(48, 1)
  await page.goto('/till/menu')
  await page.getByLabel('عرض الورق').selectOption('80')
  await picture(page, 'till-menu-ar-360-light')
  expect(await seriousProblems(page)).toEqual([])
  await page.goto(receipt)
  await page.getByRole('button', { name: 'طباعة', exact: true }).click()
  await until('the wide receipt', async () => (await sent(page)).length === 1)
  const wide = readEscpos(Uint8Array.from((await sent(page))[0] ?? []))
  expect(wide.rows.join('\n')).toBe((await dotsOf(paymentId, 'ar', 80)).join('\n'))
  expect(await widthOnPaper(page)).toBeCloseTo(72, 1)

  // The printer is switched off: a sentence, and the browser's own way.
  await page.evaluate('globalThis.isOff = true')
  await page.getByRole('button', { name: 'طباعة', exact: true }).click()
  await page.getByText('الطابعة لا تجيب').waitFor()
  await page.getByRole('button', { name: 'اطبع عبر المتصفح' }).waitFor()
  await picture(page, 'till-printer-off-ar-360-light')
  expect(await seriousProblems(page)).toEqual([])
  await page.context().close()
})
