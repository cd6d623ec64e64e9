import type { Page } from 'playwright-core'
import { atMost } from '../measure.ts'
import type { Row } from '../scenario.ts'

const BLOCK_GOAL_MS = 50

/** How many times the list is scrolled by its height. */
const SCROLLS = 40

/** The most that is scrolled to the end of what is loaded, which loads more. */
const ENDS = 60

/** After the last key of a filter, and until its rows are drawn. */
const SETTLE_MS = 600

/** What a support person does to find a payment: each leaves the list with other rows. */
const FILTERS = [
  ['État', 'paid'],
  ['Référence', 'BENCH-99'],
  ['Montant', '599,80'],
  ['Canal', 'Bench'],
  ['Référence', ''],
  ['Montant', ''],
  ['Canal', ''],
  ['État', ''],
] as const

/**
 * Scrolls a long list down, loads much of it and filters it; the longest times for which the page did
 * not answer. The page shows the list already.
 */
export const measureList = async (page: Page, count: number): Promise<Row[]> => {
  await page.evaluate(`globalThis.longest = 0; new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration)
  }).observe({ type: 'longtask' })`)
  await page.mouse.move(640, 600)
  const scrolled = await longestOf(page, async () => {
    for (let turn = 0; turn < SCROLLS; turn += 1) {
      await page.mouse.wheel(0, 800)
      await page.evaluate('new Promise(requestAnimationFrame)')
    }
  })
  const loaded = await longestOf(page, async () => {
    for (let turn = 0; turn < ENDS; turn += 1) {
      await page.evaluate('scrollTo(0, document.body.scrollHeight)')
      await page.evaluate('new Promise((resolve) => setTimeout(resolve, 50))')
    }
  })
  const filtered = await longestOf(page, () => filter(page))
  const scenario = `screens, ${count.toLocaleString('en-US')} payments`
  const rowOf = (what: string, longest: number): Row => ({
    scenario,
    contestant: `longest block while the list is ${what}`,
    result: `${longest.toFixed(0)} ms`,
    ratio: null,
    goal: atMost('50 ms', BLOCK_GOAL_MS, longest),
  })
  return [
    rowOf('scrolled', scrolled),
    rowOf('loaded by thousands', loaded),
    rowOf('filtered', filtered),
  ]
}

const filter = async (page: Page): Promise<void> => {
  for (const [label, value] of FILTERS) {
    const field = page.locator('.filters label').filter({ hasText: label })
    if (label === 'État') await field.locator('select').selectOption(value)
    else await field.locator('input').fill(value)
    await page.waitForTimeout(SETTLE_MS)
    await page.locator('.bone').first().waitFor({ state: 'detached' })
  }
}

/** The longest task during the work; 0 when no task took longer than 50 ms. */
const longestOf = async (page: Page, work: () => Promise<void>): Promise<number> => {
  await page.evaluate('globalThis.longest = 0')
  await work()
  // The observer is told after the task.
  await page.evaluate('new Promise((resolve) => setTimeout(resolve, 200))')
  return page.evaluate<number>('globalThis.longest')
}
