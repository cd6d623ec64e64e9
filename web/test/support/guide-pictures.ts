/** Pictures for the guides, in the language of each guide. */
import type { Page } from 'playwright-core'
import { picture } from './stage.ts'

const LANGUAGES = ['ar', 'fr', 'en'] as const

type Language = (typeof LANGUAGES)[number]

/** Of a window of the stories; pixels. */
const HEIGHT = 860

export type GuidePicture = {
  /** Another page than the current one. The story stays there. */
  at?: string
  /** Selects what is there once the page has loaded. */
  seen: string
  /** How much of the window is taken, from its top; pixels. */
  height?: number
  /** Repeats what a reload undoes. */
  again?: (language: Language) => Promise<unknown>
}

/**
 * Takes the current page in three languages, at most one window high, when WASL_PICTURES names a folder.
 * Each language loads the page again; the language of the story comes last, so that it can go on.
 */
export const guidePictures = async (
  page: Page,
  name: string,
  { at, seen, height = HEIGHT, again }: GuidePicture,
): Promise<void> => {
  if (process.env['WASL_PICTURES'] === undefined) return
  const own = await page.locator('html').getAttribute('lang')
  const others = LANGUAGES.filter((language) => language !== own)
  for (const language of [...others, ...LANGUAGES.filter((one) => one === own)]) {
    await page.evaluate(`localStorage.setItem('wasl.language', '${language}')`)
    await (at === undefined ? page.reload() : page.goto(at))
    await page.locator(`html[lang=${language}]`).waitFor()
    await page.locator(seen).first().waitFor()
    await again?.(language)
    await picture(page, `${name}-${language}`, height)
  }
}
