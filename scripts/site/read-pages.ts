/** The pages of the site, from the documents of the repository and the OpenAPI document. */
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { OpenApiDocument } from '../../platform/src/http/pages/api-reference/open-api-document.ts'
import { deadAnchors } from './anchors.ts'
import { apiPages, type MadePage } from './api-pages.ts'
import { servedAs, withSiteLinks } from './links.ts'
import { languageOf, placeOf, titleOf, type Page } from './page.ts'

export const ROOT = join(import.meta.dirname, '../..')

const SOURCES = [
  '*.md',
  'docs/**/*.md',
  '{partner-kit,cli,conformance,protocol,reference-partner,examples,deploy,benchmarks}/README.md',
  '{kits,examples}/*/README.md',
  'benchmarks/results/*.md',
]

/** Pages that stand for a folder of the repository. */
const FOLDERS = new Map([
  ['protocol/src/errors', 'reference/errors.md'],
  ['protocol/src/operations', 'api/index.md'],
  ['protocol/vectors', 'reference/vectors.md'],
])

export type SitePages = { pages: Page[]; files: string[]; problems: string[] }

/** @returns every page, the other files that they lead to, and each link that leads nowhere. */
export const readPages = (root: string = ROOT): SitePages => {
  const sources = globSync(SOURCES, { cwd: root, exclude: isForeign }).toSorted()
  const targets = {
    pages: new Map(sources.map((source) => [source, placeOf(source)])),
    folders: foldersOf(sources),
    kindOf: (path: string) => kindOf(root, path),
  }
  const vectors = globSync('protocol/vectors/*.json', { cwd: root }).toSorted()
  const files = new Set(['protocol/openapi.json', ...vectors])
  const problems: string[] = []
  const written = sources.map((source): Page => {
    const place = placeOf(source)
    const text = readFileSync(join(root, source), 'utf8')
    const linked = withSiteLinks(text, { source, place }, targets)
    for (const file of linked.files) files.add(file)
    problems.push(...linked.problems)
    return pageOf(source, place, linked.markdown)
  })
  const document = JSON.parse(
    readFileSync(join(root, 'protocol/openapi.json'), 'utf8'),
  ) as OpenApiDocument
  const made = [...apiPages(document), vectorsPage(vectors)].map(({ place, markdown }) =>
    pageOf(null, place, markdown),
  )
  const pages = [...written, ...made]
  return { pages, files: [...files].toSorted(), problems: [...problems, ...deadAnchors(pages)] }
}

const kindOf = (root: string, path: string): 'file' | 'folder' | null => {
  if (path.startsWith('..') || !existsSync(join(root, path))) return null
  return statSync(join(root, path)).isFile() ? 'file' : 'folder'
}

const vectorsPage = (files: readonly string[]): MadePage => ({
  place: 'reference/vectors.md',
  markdown: [
    '# Test vectors',
    'JSON for any language: valid values, and invalid ones with the reason.',
    files.map((file) => `- [${basename(file)}](/${servedAs(file)})`).join('\n'),
  ].join('\n\n'),
})

const isForeign = (path: string): boolean =>
  path.split('/').some((part) => part === 'node_modules' || part === '.wasl')

const pageOf = (source: string | null, place: string, markdown: string): Page => ({
  source,
  place,
  markdown,
  title: titleOf(markdown, place),
  language: languageOf(place),
})

/** A link to a folder leads to the page in it. */
const foldersOf = (sources: readonly string[]): Map<string, string> => {
  const own = sources.flatMap((source): [string, string][] =>
    source.endsWith('/README.md') ? [[source.replace('/README.md', ''), placeOf(source)]] : [],
  )
  return new Map([...own, ...FOLDERS])
}
