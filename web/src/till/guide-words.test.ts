import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')

/** Guides write a straight apostrophe, and one space where screens have one that does not break. */
const plain = (text: string): string =>
  text.replaceAll('’', "'").replaceAll(/\s+/g, ' ').replaceAll('\\u00a0', ' ')

/** The till, the account, and the rooms that all applications share. */
const sources = plain(
  globSync('web/src/**/*.{ts,tsx}', { cwd: ROOT, exclude: ['web/src/{console,portal}/**'] })
    .map((path) => readFileSync(join(ROOT, path), 'utf8'))
    .join('\n'),
)

/** Words in bold within a sentence; bold words that begin a point of a list are the point's title. */
const named = (guide: string): string[] =>
  [...plain(guide.replaceAll(/^- \*\*[^*]+\*\*/gm, '')).matchAll(/\*\*([^*]+)\*\*/g)].map(
    ([, words = '']) => words.replace(/ ?…$/, '').trim(),
  )

/** The day of each, and the fewest words of the till that its guide names. */
const DAYS = [
  ['cashier-day', 20],
  ['courier-day', 8],
] as const

describe.each(DAYS)('docs/guides/…/%s.md', (day, namesMin) => {
  test.each(['', 'fr/', 'ar/'])('in %s names words of the till alone', (folder) => {
    const guide = readFileSync(join(ROOT, `docs/guides/${folder}${day}.md`), 'utf8')
    const words = named(guide)
    expect(words.length).toBeGreaterThan(namesMin)
    expect(words.filter((word) => !sources.includes(word))).toEqual([])
  })
})
