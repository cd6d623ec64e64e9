/**
 * What a story of the screens needs: the built screens, a platform that serves them, and a browser.
 * Each page is watched: a request to another origin, a violation of the policy or an error of a
 * script fails the story.
 */
import axe, { type AxeResults } from 'axe-core'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { closeWindows, sharedBrowser } from '../../../platform/test/support/browser.ts'
import { startTestPlatform, type TestPlatform } from '../../../platform/test/support/platform.ts'
import { buildScreens } from '../../../scripts/build-screens.ts'

/** The longest that a page may need on a busy machine. */
const PATIENCE_MS = 120_000

export type Visit = {
  language?: 'ar' | 'fr' | 'en'
  width?: 360 | 1280
  theme?: 'light' | 'dark'
  /** Instead of the platform's own address: passkeys need the name `localhost`. */
  origin?: string
  /** Where the story leads beside the platform: a company's directory. */
  elsewhere?: string
  /** The header of a session, as signInAs returns it. */
  cookie?: string
  options?: BrowserContextOptions
}

export type Stage = {
  platform: TestPlatform
  browser: Browser
  /** A window of its own, with its own cookies. */
  visit(visit?: Visit): Promise<Page>
  /** What went wrong in any page so far: must stay empty. */
  problems: string[]
}

const HEIGHT = 860

/** Builds the screens and starts a platform and a browser for the whole file; ends them after it. */
export const useStage = (options: Parameters<typeof startTestPlatform>[0] = {}): Stage => {
  const stage = { problems: [] } as unknown as Stage
  beforeAll(async () => {
    const [platform, browser] = await Promise.all([
      startTestPlatform(options),
      sharedBrowser(),
      buildScreens(),
    ])
    Object.assign(stage, { platform, browser, visit: visitOf(stage, browser, platform.origin) })
  })
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await tellWhatIsSeen(stage.browser)
  })
  afterAll(async () => {
    await closeWindows(stage.browser)
    await stage.platform?.stop()
    expect(stage.problems).toEqual([])
  })
  return stage
}

const visitOf =
  ({ problems }: Stage, browser: Browser, address: string) =>
  async (visit: Visit = {}): Promise<Page> => {
    const { language = 'fr', width = 1280, theme = 'light', cookie, options = {} } = visit
    const { origin = address, elsewhere = origin } = visit
    const context = await browser.newContext({
      baseURL: origin,
      locale: language,
      viewport: { width, height: HEIGHT },
      colorScheme: theme,
      reducedMotion: 'reduce',
      timezoneId: 'Africa/Algiers',
      ...options,
    })
    if (cookie !== undefined) {
      const [name = '', value = ''] = cookie.split('=', 2)
      await context.addCookies([{ name, value, url: origin, httpOnly: true, sameSite: 'Strict' }])
    }
    await context.addInitScript(`addEventListener('securitypolicyviolation', (event) =>
      console.error('policy: ' + event.violatedDirective + ' ' + event.blockedURI))`)
    const page = await context.newPage()
    page.setDefaultTimeout(PATIENCE_MS)
    page.on('pageerror', (error) => problems.push(`script: ${error.message}`))
    page.on('console', (message) => {
      if (message.text().startsWith('policy: ')) problems.push(message.text())
    })
    const refused: string[] = []
    refusals.set(page, refused)
    page.on('response', (response) => {
      if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`)
    })
    page.on('request', (request) => {
      const url = request.url()
      const isOurs =
        url.startsWith(origin) || url.startsWith(elsewhere) || /^(?:data|blob|about):/.test(url)
      if (!isOurs) problems.push(`a request to ${url}`)
    })
    return page
  }

/** The answers that were refusals, of each page. */
const refusals = new WeakMap<Page, string[]>()

const SEEN_LENGTH_MAX = 1_500

/** The text of the page, and what its fields hold. */
const SEEN = `[...[...document.querySelectorAll('input:not([type=password])')]
  .map((field) => 'A field holds: ' + field.value), document.body.innerText].join('\\n')`

/** Prints what each open page shows: a wait that failed does not say what was there instead. */
const tellWhatIsSeen = async (browser: Browser): Promise<void> => {
  for (const page of browser.contexts().flatMap((context) => context.pages())) {
    const seen = await page.evaluate(SEEN).catch(String)
    const refused = refusals.get(page)?.join(', ') || 'none'
    console.error(
      `${page.url()} shows:\n${String(seen).slice(0, SEEN_LENGTH_MAX)}\nRefused requests: ${refused}`,
    )
  }
}

/**
 * Opens the search by a key and types into it. Playwright types letters that a US keyboard does not have
 * without a key event: they go nowhere unless the field has the focus. Resolves when the search of the
 * whole text is answered; the page may have asked for a beginning of it before.
 */
export const typeInSearch = async (
  page: Page,
  key: string,
  text: string,
  last?: 'Enter',
): Promise<void> => {
  await page.keyboard.press(key)
  await page.getByRole('dialog').locator('[role=combobox]:focus').waitFor()
  const answered = page.waitForResponse((answer) => {
    const { pathname, searchParams } = new URL(answer.url())
    return /\/search\b/.test(pathname) && searchParams.get('q') === text
  })
  await page.keyboard.type(text)
  if (last !== undefined) await page.keyboard.press(last)
  await answered
}

/** What axe finds on the page that is serious or worse, one line each. */
export const seriousProblems = async (page: Page): Promise<string[]> => {
  if (await page.evaluate('globalThis.axe === undefined')) await page.evaluate(axe.source)
  const { violations } = await page.evaluate<AxeResults>(
    // No rule of that weight reads the style sheets, which axe would load again.
    `axe.run(document, { resultTypes: ['violations'], preload: false })`,
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

/** Writes a picture to look at, when WASL_PICTURES names a folder: of the whole page, or of its top. */
export const picture = async (page: Page, name: string, height?: number): Promise<void> => {
  const folder = process.env['WASL_PICTURES']
  if (folder === undefined) return
  await mkdir(folder, { recursive: true })
  const path = join(folder, `${name}.png`)
  if (height === undefined) {
    await page.screenshot({ path, fullPage: true })
    return
  }
  const { width = 0 } = page.viewportSize() ?? {}
  await page.screenshot({ path, clip: { x: 0, y: 0, width, height } })
}
