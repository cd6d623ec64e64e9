import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { refused } from '../problem.ts'
import { bestSections, sectionsOf, type Section } from './sections.ts'
import { READS, tool } from './tool.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** What a partner's developer reads. */
const PAGES = [
  'README.md',
  'docs/**/*.md',
  '{partner-kit,cli,conformance,reference-partner,examples}/README.md',
  'kits/*/README.md',
]

const ANSWERS = 6
const CHARACTERS_MAX = 1_500

let read: readonly Section[] | null = null

const allSections = (): readonly Section[] => {
  read ??= globSync(PAGES, { cwd: ROOT, exclude: (path) => path.includes('node_modules') })
    .toSorted()
    .flatMap((path) => sectionsOf(path, readFileSync(join(ROOT, path), 'utf8')))
  return read
}

export const searchDocuments = tool({
  name: 'search_docs',
  title: 'Search the documents',
  description:
    'Searches the guides, the reference, the decisions and the pages of the kits for words, and answers ' +
    'with the sections that fit best, each with its file and headings. Use the words of the interface: ' +
    'reference, lookup, webhook, signature, timestamp, QR code, refund.',
  input: z.object({
    query: z.string().trim().min(1).max(300).describe('Some words, such as "clock skew webhook"'),
    language: z
      .enum(['en', 'fr', 'ar'])
      .default('en')
      .describe('Of the pages. The decisions are in English alone, some guides in Arabic too.'),
  }),
  hints: READS,
  run: async (_place, { query, language }) => {
    const inLanguage = allSections().filter((section) => section.language === language)
    const found = bestSections(inLanguage, query, ANSWERS)
    if (found.length === 0) {
      throw refused(
        `No page in this language has a word of ${JSON.stringify(query)}.`,
        'Try other words, or "language": "en", which has every page.',
      )
    }
    return found.map(shown).join('\n\n')
  },
})

const shown = ({ path, headings, text }: Section): string => {
  const cut = text.length > CHARACTERS_MAX
  const part = cut ? `${text.slice(0, CHARACTERS_MAX)}\n… (more in ${path})` : text
  return `${path} – ${headings.join(' › ')}\n\n${part}`
}
