/** Links, commands, variables, codes, paths and endpoints in the documentation exist. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { ATTEMPT_OUTCOMES, ERRORS } from '@wasl/protocol'
import { describe, expect, test } from 'vitest'
import { HOUSES } from './lint/rooms.ts'
import { anchorOf } from './site/page.ts'

const ROOT = join(import.meta.dirname, '..')

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

const PAGES = globSync(['*.md', '*/*.md', 'docs/**/*.md'], {
  cwd: ROOT,
  exclude: (name) => name.split('/').some((part) => part === 'node_modules'),
}).toSorted()

/** All matches of a pattern, with their page, so that a failure is readable. */
const named = (
  pattern: RegExp,
  pages: readonly string[] = PAGES,
): { page: string; name: string }[] =>
  pages.flatMap((page) =>
    Array.from(read(page).matchAll(pattern), ([whole, name]) => ({ page, name: name ?? whole })),
  )

const missing = (
  found: { page: string; name: string }[],
  exists: (name: string, page: string) => boolean,
): string[] => {
  // A pattern that matches nothing proves nothing.
  expect(found.length).toBeGreaterThan(0)
  return found
    .filter(({ page, name }) => !exists(name, page))
    .map(({ page, name }) => `${page}: ${name}`)
}

const withoutCode = (text: string): string => text.replaceAll(/^```.*?^```$/gms, '')

const anchorsOf = (file: string): string[] =>
  Array.from(withoutCode(read(file)).matchAll(/^#+ (.*)$/gm), ([, heading]) =>
    anchorOf(heading ?? ''),
  )

const leadsSomewhere = (target: string, page: string): boolean => {
  const [path = '', anchor] = target.split('#')
  const file = path === '' ? page : relative(ROOT, join(ROOT, dirname(page), path))
  if (!existsSync(join(ROOT, file))) return false
  return anchor === undefined || anchorsOf(file).includes(anchor)
}

/** What a reader takes in at one sitting. Details belong in the decisions and the guides. */
const ARCHITECTURE_LINES_MAX = 130

describe('the documentation', () => {
  test('has the pages that a newcomer looks for', () => {
    expect(PAGES).toEqual(
      expect.arrayContaining([
        'ARCHITECTURE.md',
        'CHANGELOG.md',
        'CONTRIBUTING.md',
        'README.md',
        'SECURITY.md',
        'docs/decisions/README.md',
        'docs/guides/failover-and-restore.md',
        'docs/guides/monitoring.md',
        'docs/guides/set-up-the-platform.md',
        'docs/reference/README.md',
      ]),
    )
  })

  test('keeps the architecture on one page', () => {
    expect(read('ARCHITECTURE.md').split('\n').length).toBeLessThanOrEqual(ARCHITECTURE_LINES_MAX)
  })

  test('describes every room, in the order of lint', () => {
    const titles = read('docs/reference/rooms.md').match(/^### .+$/gm) ?? []
    expect(titles).toEqual(
      Object.values(HOUSES).flatMap((rooms) => rooms.map((room) => `### ${room}`)),
    )
  })

  test('has no broken link', () => {
    const links = named(/\]\((?!https?:)([^)\s]+)\)/g)
    expect(missing(links, leadsSomewhere)).toEqual([])
  })

  test('names only npm scripts that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const ours = named(/npm run (?!-w)([a-z][\w:-]*)(?! -w)/g)
    expect(missing(ours, (name) => name in scripts)).toEqual([])
  })

  test('never lets npx fetch a package from the registry', () => {
    const calls = named(/\bnpx (?:-\S+ )*wasl\b/g)
    expect(missing(calls, (call) => call === 'npx --no-install wasl')).toEqual([])
  })

  test('names only variables that the platform, the command line or the looks read', () => {
    const readers = ['config', 'notify', 'audit-seals']
      .map((name) => read(`platform/src/base/config/${name}.ts`))
      .join('\n')
    const known = Array.from(
      readers.matchAll(/^ {2,4}([A-Z_]+): (?:variable|wholeNumber)\(/gm),
      ([, name]) => name,
    )
    const ofCli = read('cli/src/environment.ts').match(/\bWASL_[A-Z_]+/g) ?? []
    const ofLooks = read('web/test/support/stage.ts').match(/\bWASL_[A-Z_]+/g) ?? []
    const ours = named(/\b(WASL_[A-Z_]+|DATABASE_URL)\b/g)
    expect(missing(ours, (name) => [...known, ...ofCli, ...ofLooks].includes(name))).toEqual([])
    const guide = read('docs/guides/set-up-the-platform.md')
    expect(known.filter((name) => !guide.includes(`| \`${name}\` |`))).toEqual([])
  })

  test('names only error codes that are in the table', () => {
    const codes = named(/\b(?:[A-Z]+_)*[A-Z]+[45]\d\d(?:_[A-Z]+)*\b/g)
    expect(missing(codes, (name) => name in ERRORS)).toEqual([])
  })

  test('names only files and folders that exist', () => {
    const folders =
      'protocol|platform|partner-kit|reference-partner|conformance|cli|examples|benchmarks|scripts|deploy|docs'
    const paths = named(new RegExp(`\`((?:${folders})/[\\w./-]*)\``, 'g'))
    expect(missing(paths, (name) => existsSync(join(ROOT, name)))).toEqual([])
  })

  test('names only files that exist in platform/src', () => {
    const files = named(/`([\w-]+(?:\/[\w-]+)*\.ts)`/g, [
      'ARCHITECTURE.md',
      'SECURITY.md',
      'docs/decisions/first-design.md',
    ])
    const isThere = (name: string): boolean =>
      existsSync(join(ROOT, name)) || globSync(`platform/src/**/${name}`, { cwd: ROOT }).length > 0
    expect(missing(files, isThere)).toEqual([])
  })

  test('names only endpoints that are in the OpenAPI document', () => {
    const { paths } = JSON.parse(read('protocol/openapi.json')) as {
      paths: Record<string, Record<string, unknown>>
    }
    const ours = named(
      /`((?:GET|POST|PATCH|PUT|DELETE) \/(?:partner|channel|operator|healthz|readyz|metrics)[^\s`?]*)/g,
    )
    const isServed = (name: string): boolean => {
      const [method = '', path = ''] = name.split(' ')
      return method.toLowerCase() in (paths[path] ?? {})
    }
    expect(missing(ours, isServed)).toEqual([])
  })

  test('names only metrics that the platform exports', () => {
    const source = globSync('platform/src/**/*.ts', { cwd: ROOT }).map(read).join('\n')
    const ours = named(
      /`(wasl_(?:http|lookup|payment|webhook|database|partner|periodic|build)\w*)`/g,
    )
    expect(missing(ours, (name) => source.includes(`'${name}'`))).toEqual([])
  })

  test('explains every outcome of an attempt, and no other', () => {
    const [, table = ''] = read('docs/guides/monitoring.md').split('\n| outcome | ')
    const [rows = ''] = table.split('\n\n')
    const told = rows.split('\n').flatMap((row) => row.split(' | ')[0]?.match(/`\w+`/g) ?? [])
    expect(told.toSorted()).toEqual(ATTEMPT_OUTCOMES.map((name) => `\`${name}\``).toSorted())
  })

  test('explains every decision that the code and the pages cite', () => {
    const pages = globSync('docs/decisions/*.md', { cwd: ROOT })
    const explained = new Set(named(/^#{2,3} ([DW]\d+) /gm, pages).map(({ name }) => name))
    const indexed = named(/^\| \[([DW]\d+)\]/gm, ['docs/decisions/README.md'])
    expect(new Set(indexed.map(({ name }) => name))).toEqual(explained)
    const sources = globSync('{protocol,platform,partner-kit,reference-partner}/src/**/*.ts', {
      cwd: ROOT,
    })
    const cited = named(/\b([DW][1-9]\d{0,2})\b/g, [...PAGES, ...sources])
    expect(missing(cited, (name) => explained.has(name))).toEqual([])
  })
})
