import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'

/** The bytes of the file that a click saves. */
export const savedBy = async (page: Page, control: Locator): Promise<Buffer> => {
  const [download] = await Promise.all([page.waitForEvent('download'), control.click()])
  return readFile(await download.path())
}
