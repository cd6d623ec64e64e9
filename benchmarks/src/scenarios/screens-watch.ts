import type { Page } from 'playwright-core'
import { PLACES } from '../../../web/src/till/places.ts'
import { goInside, pathsOf, untilShown, type Examples } from '../../../web/test/support/routes.ts'
import { atMost } from '../measure.ts'
import type { Row } from '../scenario.ts'

/** Time for what a screen asks for after it stands. */
const SETTLE_MS = 300

type Counts = { screens: number; foreign: number; violations: number; errors: number }

/** Opens every screen of the applications; what each loads from elsewhere, and what its policy forbids. */
export const measureRequests = async (
  windows: Readonly<Record<'console' | 'portal' | 'till' | 'account', Page>>,
  origin: string,
  examples: Examples,
): Promise<Row[]> => {
  const counts: Counts = { screens: 0, foreign: 0, violations: 0, errors: 0 }
  for (const page of Object.values(windows)) await watch(page, origin, counts)
  const shown = async (page: Page): Promise<void> => {
    await untilShown(page)
    await page.waitForTimeout(SETTLE_MS)
    counts.screens += 1
  }
  for (const app of ['console', 'portal', 'account'] as const) {
    const page = windows[app]
    await page.goto(`/${app}`)
    await untilShown(page)
    for (const path of await pathsOf(page, examples)) {
      await goInside(page, path)
      await shown(page)
    }
  }
  for (const place of PLACES) {
    await windows.till.goto(`/till/${place}/${examples['paymentId']}`)
    await shown(windows.till)
  }
  const rowOf = (contestant: string, found: number): Row => ({
    scenario: `screens, all ${counts.screens}`,
    contestant,
    result: String(found),
    ratio: null,
    goal: atMost('0', 0, found),
  })
  return [
    rowOf('requests to other origins', counts.foreign),
    rowOf('violations of the policy', counts.violations),
    rowOf('errors of scripts', counts.errors),
  ]
}

const watch = async (page: Page, origin: string, counts: Counts): Promise<void> => {
  await page.addInitScript(`addEventListener('securitypolicyviolation', (event) =>
    console.error('policy: ' + event.violatedDirective + ' ' + event.blockedURI))`)
  page.on('pageerror', () => {
    counts.errors += 1
  })
  page.on('console', (message) => {
    if (message.text().startsWith('policy: ')) counts.violations += 1
  })
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(origin) && !/^(?:data|blob|about):/.test(url)) counts.foreign += 1
  })
}
