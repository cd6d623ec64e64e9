/**
 * A file of the build did not come. A page that stays open while a new build is deployed asks for
 * files that are no longer there; without a network none comes.
 */
export class MissingFile extends Error {
  constructor(cause: unknown) {
    super('a file of the screens did not come', { cause })
    this.name = 'MissingFile'
  }
}

/**
 * Loads a file of the build.
 *
 * @example lazy(() => loadFile(() => import('./search-dialog.tsx')))
 */
export const loadFile = <Module>(load: () => Promise<Module>): Promise<Module> =>
  load().catch((error: unknown) => {
    throw new MissingFile(error)
  })

/** The page is loaded again by itself once in this time at most, as by the script of boot.ts. */
const AGAIN_MS = 60_000

const RELOADED = 'wasl.reloaded'

const ENTRY = /<script[^>]*\ssrc="(\/screens\/[\w-]+\.js)"/

/**
 * Loads the page again, once, where that helps: a new build is there, or the file is there by now.
 * What was typed on the page before has been left already.
 *
 * @returns false where it does not help: the person decides.
 */
export const reloadForUpdate = async ({ cause }: MissingFile): Promise<boolean> => {
  const before = Number(sessionStorage.getItem(RELOADED) ?? 0)
  if (Date.now() - before < AGAIN_MS) return false
  const isHelp = await Promise.all([hasNewBuild(), isThereNow(cause)]).catch(() => [false])
  if (!isHelp.includes(true)) return false
  sessionStorage.setItem(RELOADED, String(Date.now()))
  location.reload()
  return true
}

/** Whether the platform serves another build than the one that runs here. */
const hasNewBuild = async (): Promise<boolean> => {
  const page = await fetch(location.pathname, { cache: 'no-store', credentials: 'same-origin' })
  const entry = page.ok ? ENTRY.exec(await page.text())?.[1] : undefined
  return entry !== undefined && document.querySelector(`script[src="${entry}"]`) === null
}

/** Browsers name the address of a module that did not come. */
const isThereNow = async (cause: unknown): Promise<boolean> => {
  const [address] = /https?:\/\/\S+\.js/.exec(String(cause)) ?? []
  if (address === undefined) return false
  return (await fetch(address, { cache: 'no-store' })).ok
}
