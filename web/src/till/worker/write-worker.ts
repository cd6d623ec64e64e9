/** Writes the list of the till's files into its service worker, as the last step of a build. */
import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

const MARK = '__WASL_TILL_BUILD__'

const WORKER = 'till/sw.js'

/** Loaded only by a camera without a reader of its own, and kept once it was. */
const LATER = 'zxing-wasm'

type Chunk = {
  type: string
  fileName: string
  facadeModuleId?: string | null
  imports?: string[]
  dynamicImports?: string[]
}

/** Every file that a chunk needs, sooner or later. */
const reachedFrom = (entry: string, chunks: ReadonlyMap<string, Chunk>): string[] => {
  const reached = new Set<string>()
  const waiting = [entry]
  for (const name of waiting) {
    const isLater = chunks.get(name)?.facadeModuleId?.includes(LATER) === true
    if (reached.has(name) || isLater) continue
    reached.add(name)
    const { imports = [], dynamicImports = [] } = chunks.get(name) ?? { imports: [] }
    const { viteMetadata } = (chunks.get(name) ?? {}) as {
      viteMetadata?: { importedCss: Set<string> }
    }
    for (const css of viteMetadata?.importedCss ?? []) reached.add(css)
    waiting.push(...imports, ...dynamicImports)
  }
  return [...reached].toSorted()
}

/** The styles of the till and of what it shares: see the groups of vite.config.ts. */
const OWN_STYLES = /^screens\/(?:base|till|words)-[\w-]+\.css$/

/** One module that the bundler puts beside those of the desks brings their styles, whenever it is loaded. */
const expectOwnStyles = (files: string[]): void => {
  const foreign = files.filter((name) => name.endsWith('.css') && !OWN_STYLES.test(name))
  if (foreign.length === 0) return
  throw new Error(
    `expected the styles of base, till and words alone in the till, received ${foreign.join(', ')}: ` +
      'they paint its page white in the dark. Import less below web/src/till, or add what it imports ' +
      'to BASE or SHARED_WITH_TILL in web/vite.config.ts.',
  )
}

export const writeTillWorker = (): Plugin => ({
  name: 'wasl-till-worker',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const chunks = new Map(Object.entries(bundle) as [string, Chunk][])
      const entry = [...chunks.values()].find(
        (chunk) => chunk.type === 'chunk' && /screens\/till-/.test(chunk.fileName),
      )
      const worker = bundle[WORKER]
      if (entry === undefined || worker?.type !== 'chunk') throw new Error('the till has no worker')
      const reached = reachedFrom(entry.fileName, chunks)
      expectOwnStyles(reached)
      const files = [
        ...reached.map((name) => `/${name}`),
        '/till/app.webmanifest',
        '/till/icon.svg',
      ]
      const version = createHash('sha256')
        .update(files.join('\n') + worker.code)
        .digest('hex')
        .slice(0, 16)
      worker.code = worker.code.replace(MARK, JSON.stringify({ version, files }))
    },
  },
})
