import type { Plugin } from 'vite'

type Chunk = {
  type: 'chunk'
  fileName: string
  facadeModuleId: string | null
  imports: readonly string[]
  viteMetadata?: { importedCss: ReadonlySet<string> }
}

type Bundle = Readonly<Record<string, { type: 'asset' } | Chunk>>

/** The page that most visits of an application begin with. */
const FIRST_PAGES: Readonly<Record<string, string>> = {
  console: '/src/console/overview/page.tsx',
  portal: '/src/portal/payments/payments-page.tsx',
}

/**
 * Names the files of an application's first page in its HTML. The browser then loads them together
 * with the application, and not after it has run.
 */
export const loadFirstPage = (): Plugin => ({
  name: 'wasl-first-page',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle, filename }) {
      const [, application = ''] = /pages\/(\w+)\.html$/.exec(filename) ?? []
      const wanted = FIRST_PAGES[application]
      if (bundle === undefined || wanted === undefined) return undefined
      const chunks = chunksOf(bundle, wanted)
      if (chunks.length === 0) throw new Error(`${application}: no chunk of ${wanted}`)
      const scripts = chunks.map(({ fileName }) => ['modulepreload', fileName] as const)
      const styles = chunks
        .flatMap(({ viteMetadata }) => Array.from(viteMetadata?.importedCss ?? []))
        .map((fileName) => ['stylesheet', fileName] as const)
      return [...scripts, ...styles]
        .filter(([, fileName]) => !html.includes(`"/${fileName}"`))
        .map(([rel, fileName]) => ({
          tag: 'link',
          attrs: { rel, crossorigin: true, href: `/${fileName}`, nonce: '__NONCE__' },
          injectTo: 'head' as const,
        }))
    },
  },
})

/** The chunk of a module, and those that it imports. */
const chunksOf = (bundle: Bundle, path: string): readonly Chunk[] => {
  const found = new Set<Chunk>()
  const add = (chunk: Bundle[string] | undefined): void => {
    if (chunk?.type !== 'chunk' || found.has(chunk)) return
    found.add(chunk)
    for (const name of chunk.imports) add(bundle[name])
  }
  add(
    Object.values(bundle).find(
      (output) => output.type === 'chunk' && output.facadeModuleId?.endsWith(path) === true,
    ),
  )
  return [...found]
}
