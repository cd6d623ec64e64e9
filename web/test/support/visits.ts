/** Each page of a list of pages, looked at as different people see it. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { misfits } from './misfits.ts'
import { goInside, untilShown } from './routes.ts'
import { picture, seriousProblems, type Visit } from './stage.ts'

export type Look = Required<Pick<Visit, 'language' | 'theme' | 'width'>>

const LOOKS: readonly Look[] = [
  { language: 'ar', theme: 'dark', width: 360 },
  { language: 'fr', theme: 'light', width: 1280 },
  { language: 'en', theme: 'dark', width: 1280 },
  { language: 'fr', theme: 'dark', width: 360 },
  { language: 'ar', theme: 'light', width: 1280 },
]

/** Two that differ in everything; all of them when pictures are taken. */
export const VISITS = LOOKS.slice(0, process.env['WASL_PICTURES'] === undefined ? 2 : undefined)

/**
 * Expects that axe finds nothing serious on any of these pages, and that all fits on a phone. Ids are
 * left out of the pictures' names.
 */
export const expectGoodPages = async (
  page: Page,
  paths: readonly string[],
  { language, width }: Look,
): Promise<void> => {
  await page.goto('/console')
  await untilShown(page)
  for (const path of paths) {
    await goInside(page, `/${path}`)
    await untilShown(page)
    expect([path, await seriousProblems(page)]).toEqual([path, []])
    if (width === 360) expect([path, await misfits(page)]).toEqual([path, []])
    const name = path.replaceAll(/[0-9a-f-]{36}|[a-z]+_\w+/g, 'one').replaceAll('/', '-')
    await picture(page, `finance-${name}-${language}-${width}`)
  }
}
