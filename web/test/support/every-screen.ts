/** How every screen of an application looks, in three languages, both themes, wide and narrow. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { misfits, turnedRound } from './misfits.ts'
import { goInside, pathsOf, untilShown, type Examples } from './routes.ts'
import { picture, seriousProblems } from './stage.ts'
import type { Look } from './visits.ts'

/** Each language, both themes and both widths, in three looks. */
const SAMPLED: readonly Look[] = [
  { language: 'ar', theme: 'light', width: 360 },
  { language: 'fr', theme: 'dark', width: 1280 },
  { language: 'en', theme: 'light', width: 1280 },
]

/** With these, Arabic and French are both seen wide and narrow. */
const OTHERS: readonly Look[] = [
  { language: 'ar', theme: 'dark', width: 1280 },
  { language: 'fr', theme: 'light', width: 360 },
]

/** The next screen's look: each screen has one, or all of them in `npm run looks`. */
const looksOfNext = ((next) => (): readonly Look[] => {
  next += 1
  return process.env['WASL_EVERY_LOOK'] === '1'
    ? [...SAMPLED, ...OTHERS]
    : [SAMPLED[next % SAMPLED.length] as Look]
})(0)

/** What is wrong with a screen in each look: axe, what failed on it, and what is wider than the window. */
export const problemsOfScreen = async (
  page: Page,
  name: string,
  show: (look: Look) => Promise<unknown>,
  mayAlert = false,
): Promise<string[]> => {
  const problems: string[] = []
  for (const look of looksOfNext()) {
    const { language, theme, width } = look
    await page.setViewportSize({ width, height: 860 })
    await show(look)
    await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`)
    await page.locator(`html[lang=${language}]`).waitFor({ state: 'attached' })
    await untilShown(page)
    const found = await seriousProblems(page)
    if (width === 360) found.push(...(await misfits(page)))
    if (language === 'ar') found.push(...(await turnedRound(page)))
    if (await page.evaluate('document.documentElement.scrollWidth > innerWidth')) {
      found.push('wider than the window')
    }
    const failed = await page.locator('[role=alert]').allInnerTexts()
    found.push(
      ...failed.filter((text) => text !== '' && !mayAlert).map((text) => `an alert: ${text}`),
    )
    problems.push(...found.map((what) => `${name} ${language} ${theme} ${width}: ${what}`))
    await picture(page, `every-${name.replaceAll('/', '-')}-${language}-${width}-${theme}`)
  }
  return problems
}

/** Looks at each path of console or portal in each look, in one window. */
export const expectGoodScreens = async (
  page: Page,
  { app, examples, atLeast }: { app: string; examples: Examples; atLeast: number },
): Promise<void> => {
  await untilShown(page)
  const paths = await pathsOf(page, examples)
  expect(paths.length).toBeGreaterThanOrEqual(atLeast)
  const problems: string[] = []
  for (const path of paths) {
    await goInside(page, path)
    const shown = Object.entries(examples).reduce(
      (text, [name, example]) => text.replace(example, name),
      path,
    )
    problems.push(
      ...(await problemsOfScreen(page, `${app}${shown}`, async ({ language, width }) => {
        // Narrow, the choice is in the menu; the page is the same.
        await page.setViewportSize({ width: 1280, height: 860 })
        await page.locator('.bar .me select').selectOption(language)
        await page.setViewportSize({ width, height: 860 })
      })),
    )
  }
  expect(problems).toEqual([])
}
