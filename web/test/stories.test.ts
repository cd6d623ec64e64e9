/** Every story of the screens is a test of this folder; enough of them are told in Arabic. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Looks and rules of all pages, which belong to no person's day. */
const NO_STORIES = new Set(['screens.test.ts', 'every-screen.test.ts', 'stories.test.ts'])

const NOT_A_STORY = /^(?:have no serious problem|read well) in /

/** A page that speaks Arabic is asked for in Arabic words. */
const ARABIC = /'ar'|InArabic\(/

type Story = { file: string; title: string; isArabic: boolean }

const storiesOf = (file: string): Story[] => {
  const text = readFileSync(join(import.meta.dirname, file), 'utf8')
  const starts = [...text.matchAll(/^ *test(?:\.each\([^)]*\))?\(\s*(['"`])(.*?)\1,/gm)]
  return starts.map((start, index) => {
    const end = starts[index + 1]?.index ?? text.length
    const title = start[2] ?? ''
    return { file, title, isArabic: ARABIC.test(text.slice(start.index, end)) }
  })
}

test('at least a third of the stories run in Arabic', () => {
  const files = readdirSync(import.meta.dirname).filter(
    (name) => name.endsWith('.test.ts') && !NO_STORIES.has(name),
  )
  const stories = files.flatMap(storiesOf).filter(({ title }) => !NOT_A_STORY.test(title))
  const arabic = stories.filter(({ isArabic }) => isArabic)
  expect(stories.length).toBeGreaterThan(50)
  expect(arabic.length / stories.length).toBeGreaterThanOrEqual(1 / 3)
})
