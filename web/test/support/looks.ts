import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { picture, seriousProblems } from './stage.ts'

const LANGUAGES = ['ar', 'fr', 'en'] as const

const THEMES = ['light', 'dark'] as const

/**
 * Expects that axe finds nothing serious in three languages and both themes, wide and narrow. The
 * page is loaded once: language, theme and width change on it, as a person changes them.
 */
export const expectGoodLooks = async (page: Page, name: string): Promise<void> => {
  for (const language of LANGUAGES) {
    await page.setViewportSize({ width: 1280, height: 860 })
    await page.locator('.bar .me select').selectOption(language)
    await page.locator(`html[lang=${language}] h1`).waitFor()
    for (const theme of THEMES) {
      await page.setViewportSize({ width: theme === 'light' ? 1280 : 360, height: 860 })
      await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`)
      await picture(page, `${name}-${language}-${theme}`)
      expect([language, theme, await seriousProblems(page)]).toEqual([language, theme, []])
    }
  }
}
