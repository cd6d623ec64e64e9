/** Generates the side-by-side page of the kits. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CLIENT } from './features/client.ts'
import type { Cell, Feature } from './features/feature.ts'
import { LOOKUPS } from './features/lookups.ts'
import { SERVERS } from './features/servers.ts'
import { WEBHOOKS } from './features/webhooks.ts'

const ROOT = join(import.meta.dirname, '..')

const FEATURES: Readonly<Record<string, readonly Feature[]>> = {
  Lookups: LOOKUPS,
  Webhooks: WEBHOOKS,
  'The client, books and documents': CLIENT,
  'Servers and packages': SERVERS,
}

const INTRODUCTION = `# The kits side by side

<!-- Generated from kits/features by \`npm run generated\`. Edit the features, not this page. -->

A shop writes its lookup and its "mark as paid". The kit of its language does the rest: [Node.js](../../partner-kit/README.md),
[PHP](../../kits/php/README.md), [Python](../../kits/python/README.md). Each cell names the test that proves the feature and
leads to its file. [Integrate in an afternoon](../guides/integrate-in-an-afternoon.md) leads from an empty folder to the
certificate.
`

/** Thrown when a cell names a test that does not exist. */
export class NoSuchTest extends Error {}

/**
 * The text of docs/reference/kits.md.
 *
 * @throws NoSuchTest
 */
export const kitsReference = (): string =>
  [INTRODUCTION, ...Object.entries(FEATURES).map(sectionOf)].join('\n')

const sectionOf = ([title, features]: [string, readonly Feature[]]): string => {
  const head = [`## ${title}`, '', '| | Node.js | PHP | Python |', '|---|---|---|---|']
  return [...head, ...features.map(rowOf), ''].join('\n')
}

const rowOf = ({ feature, node, php, python }: Feature): string =>
  `| ${feature} | ${[node, php, python].map((cell) => cellOf(cell)).join(' | ')} |`

/** One cell, in Markdown, once its test was found. */
export const cellOf = (cell: Cell): string => {
  if ('instead' in cell) return cell.instead
  const source = sourceOf(cell.file)
  for (const title of cell.titles) {
    if (!isDeclared(title, cell.file, source)) {
      throw new NoSuchTest(`${cell.file} has no test "${title}". Correct it in kits/features.`)
    }
  }
  return `[${escaped(cell.titles.map(inWords).join(' '))}](../../${cell.file})`
}

const sourceOf = (file: string): string => {
  try {
    return readFileSync(join(ROOT, file), 'utf8')
  } catch {
    throw new NoSuchTest(`There is no file ${file}. Correct it in kits/features.`)
  }
}

const isDeclared = (title: string, file: string, source: string): boolean => {
  const name = title.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  if (file.endsWith('.php')) return new RegExp(`^ +public function ${name}\\(`, 'm').test(source)
  if (file.endsWith('.py')) return new RegExp(`^def ${name}\\(`, 'm').test(source)
  // A title may go on with a variable: "passes all checks${why}".
  return new RegExp(`(?<!(?:skip|todo))\\(\\s*(['"\`])${name}(?:\\$\\{[^}]*\\})?\\1,`).test(source)
}

/** `testReadsAStatus` and `test_reads_a_status` as "reads a status"; a variable of a title as "…". */
const inWords = (title: string): string => {
  if (/^test_\w+$/.test(title)) return title.slice('test_'.length).replaceAll('_', ' ')
  if (/^test[A-Z]\w+$/.test(title)) {
    const words = title.slice('test'.length).split(/(?=[A-Z])|(?<=[a-z])(?=\d)/)
    return words.join(' ').toLowerCase()
  }
  return title.replaceAll(/\$\{[^}]*\}|\$\w+|%\w/g, '…').replace(/: …$/, '')
}

const escaped = (text: string): string =>
  text
    .replaceAll('|', String.raw`\|`)
    .replaceAll('<', '&lt;')
    .replaceAll(/[_*[\]]/g, String.raw`\$&`)
