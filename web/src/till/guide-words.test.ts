import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

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

test.each(['', 'fr/', 'ar/'])(
  'docs/guides/%scashier-day.md names words of the till alone',
  (folder) => {
    const guide = readFileSync(join(ROOT, `docs/guides/${folder}cashier-day.md`), 'utf8')
    const words = named(guide)
    expect(words.length).toBeGreaterThan(20)
    expect(words.filter((word) => !sources.includes(word))).toEqual([])
  },
)
