import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { misfits } from './misfits.ts'
import { picture, seriousProblems } from './stage.ts'
import type { Look } from './visits.ts'

/** Each language, both themes and both widths; every screen is looked at in other pairs of them too. */
const SAMPLED: readonly Look[] = [
  { language: 'ar', theme: 'dark', width: 360 },
  { language: 'fr', theme: 'light', width: 1280 },
  { language: 'en', theme: 'dark', width: 360 },
]

const ALL: readonly Look[] = (['ar', 'fr', 'en'] as const).flatMap((language) => [
  { language, theme: 'light', width: 1280 } as const,
  { language, theme: 'dark', width: 360 } as const,
])

/** All of them when pictures are taken. */
const LOOKS = process.env['WASL_PICTURES'] === undefined ? SAMPLED : ALL

/**
 * Expects that axe finds nothing serious in three languages and both themes, wide and narrow, and that
 * everything fits on a phone. The page is loaded once: language, theme and width change on it, as a
 * person changes them.
 */
export const expectGoodLooks = async (page: Page, name: string): Promise<void> => {
  for (const { language, theme, width } of LOOKS) {
    await page.setViewportSize({ width: 1280, height: 860 })
    await page.locator('.bar .me select').selectOption(language)
    await page.locator(`html[lang=${language}] h1`).waitFor()
    await page.setViewportSize({ width, height: 860 })
    await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`)
    await picture(page, `${name}-${language}-${theme}`)
    expect([language, theme, await seriousProblems(page)]).toEqual([language, theme, []])
    if (width === 360) expect([language, await misfits(page)]).toEqual([language, []])
  }
  await page.setViewportSize({ width: 1280, height: 860 })
}
