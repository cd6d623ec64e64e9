import { setTimeout as sleep } from 'node:timers/promises'
import type { Page, Route } from 'playwright-core'

/** Longer than the five seconds between two looks of a till. */
const SLOW_MS = 6_000

/** From now on what is read of these routes takes long, until the returned function is called. */
export const slowDown = async (page: Page, routes: RegExp): Promise<() => Promise<void>> => {
  const answer = async (route: Route): Promise<void> => {
    if (route.request().method() === 'GET') await sleep(SLOW_MS)
    await route.continue()
  }
  await page.route(routes, answer)
  return () => page.unroute(routes, answer)
}
