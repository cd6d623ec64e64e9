/** The routes of an application, read from the router that runs in the page: none can be forgotten. */
import type { Page } from 'playwright-core'

/** What the paths of routes leave open: `$partnerId`, and a row that is there. */
export type Examples = Readonly<Record<string, string>>

/** The paths of all routes of the application that this page shows, with examples in them. */
export const pathsOf = async (page: Page, examples: Examples = {}): Promise<string[]> => {
  const routes = await page.evaluate<string[]>('Object.keys(__TSR_ROUTER__.routesByPath)')
  const paths = routes.map((route) =>
    route.replaceAll(/\$(\w+)/g, (_, name: string) => {
      const example = examples[name]
      if (example === undefined) throw new Error(`${route}: expected an example of $${name}`)
      return example
    }),
  )
  return [...new Set(paths.map((path) => path.replace(/(?<=.)\/$/, '')))]
}

/** Goes to a path inside the application, which loads nothing again. */
export const goInside = (page: Page, path: string): Promise<unknown> =>
  page.evaluate(`__TSR_ROUTER__.navigate({ to: ${JSON.stringify(path)} })`)

/** Waits until the screen shows more than the places of what is coming. */
export const untilShown = async (page: Page): Promise<void> => {
  await page.locator('h1:visible, main > *:visible').first().waitFor()
  await page.locator('.bone, [aria-busy=true]').first().waitFor({ state: 'detached' })
}
