/**
 * `npm run docs`: the documents as a site of plain files, in `.wasl/site`, for any web server. A link that
 * leads nowhere fails it. `.wasl/site-source` has what VitePress builds it from.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vitepress'
import type { Site } from './config.ts'
import { FILES, isPicture, servedAs } from './links.ts'
import { llmsFull, llmsIndex } from './llms.ts'
import type { Page } from './page.ts'
import { readPages, ROOT } from './read-pages.ts'
import { END_OF_TABS, TABS } from './tabs.ts'

const SOURCE = join(ROOT, '.wasl/site-source')
const OUT = join(ROOT, '.wasl/site')

/** Pages that nobody searches, and that would fill the index. */
const NOT_SEARCHED = new Set(['api/types.md', 'project/changelog.md'])

const write = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** VitePress sets the direction itself, and would show comments. It knows no colours for cron lines. */
const forVitePress = (markdown: string): string =>
  withoutDirection(markdown)
    .replaceAll(/^<!-- .* -->$\n/gm, (line) => (isTabs(line.trim()) ? line : ''))
    .replaceAll(/^```cron$/gm, '```text')

const isTabs = (line: string): boolean => line === TABS || line === END_OF_TABS

const withoutDirection = (markdown: string): string =>
  markdown.replace(/^<div dir="rtl">\n+/, '').replace(/\n*<\/div>\s*$/, '\n')

const stage = (pages: readonly Page[], files: readonly string[]): void => {
  rmSync(SOURCE, { recursive: true, force: true })
  for (const { place, markdown } of pages) {
    const matter = NOT_SEARCHED.has(place) ? '---\nsearch: false\n---\n\n' : ''
    write(join(SOURCE, place), `${matter}${forVitePress(markdown)}`)
  }
  for (const file of files) {
    const at = isPicture(file) ? join(SOURCE, FILES, file) : join(SOURCE, 'public', servedAs(file))
    mkdirSync(dirname(at), { recursive: true })
    cpSync(join(ROOT, file), at)
  }
  const site: Site = {
    out: OUT,
    cache: join(SOURCE, '.vitepress/cache'),
    pages: pages.map(({ place, title, language }) => ({ place, title, language })),
  }
  // VitePress bundles what its configuration names; this address it leaves to Node.js.
  const config = pathToFileURL(join(import.meta.dirname, 'config.ts')).href
  write(
    join(SOURCE, '.vitepress/config.mjs'),
    `const config = '${config}'\nconst { siteConfig } = await import(config)\n` +
      `export default siteConfig(${JSON.stringify(site)})\n`,
  )
}

/** Each page as Markdown beside its HTML, and the texts for programs. */
const addMarkdown = (pages: readonly Page[]): void => {
  for (const { place, markdown } of pages) write(join(OUT, place), withoutDirection(markdown))
  write(join(OUT, 'llms.txt'), llmsIndex(pages))
  write(join(OUT, 'llms-full.txt'), llmsFull(pages))
}

/** Pages that are missing, and pages that show what only the build should read. */
const wrongPages = (pages: readonly Page[]): string[] =>
  pages.flatMap(({ place }) => {
    const page = place.replace(/\.md$/, '.html')
    if (!existsSync(join(OUT, page))) return [`The build has no ${page}.`]
    const isRaw = readFileSync(join(OUT, page), 'utf8').includes('<p>&lt;!--')
    return isRaw ? [`${page} shows a comment: give it a line of its own.`] : []
  })

const { pages, files, problems } = readPages()
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}
stage(pages, files)
// VitePress checks the links once more, those of its own menus too.
await build(SOURCE)
addMarkdown(pages)
const wrong = wrongPages(pages)
if (wrong.length > 0) {
  console.error(wrong.join('\n'))
  process.exit(1)
}
console.log(`${pages.length} pages in ${relative(ROOT, OUT)}`)
