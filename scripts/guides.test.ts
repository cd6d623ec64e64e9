/** What holds for all guides: both languages say the same, and have the same code. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT, blocksOf } from './test/guide.ts'

/** For operators. All others are for those who write software that talks to a platform. */
const ENGLISH_ALONE = new Set([
  'failover-and-restore.md',
  'find-payments.md',
  'monitoring.md',
  'set-up-the-platform.md',
])

const BILINGUAL = [
  'go-live.md',
  'integrate-in-an-afternoon.md',
  'reconcile.md',
  'set-amounts.md',
  'take-payments.md',
  'verify-a-webhook.md',
]

const names = globSync('*.md', { cwd: join(ROOT, 'docs/guides') }).filter(
  (name) => !ENGLISH_ALONE.has(name),
)

const read = (path: string): string => readFileSync(join(ROOT, 'docs/guides', path), 'utf8')

test('there are guides, and none in French alone', () => {
  expect(names).toEqual(expect.arrayContaining(BILINGUAL))
  const french = globSync('*.md', { cwd: join(ROOT, 'docs/guides/fr') })
  expect(french.toSorted()).toEqual(names.toSorted())
})

describe.each(names)('%s', (name) => {
  test('is there in French, and each leads to the other', () => {
    expect(existsSync(join(ROOT, 'docs/guides/fr', name))).toBe(true)
    expect(read(name)).toContain(`[Français](fr/${name})`)
    expect(read(`fr/${name}`)).toContain(`[English](../${name})`)
  })

  test('has the same code in both languages', () => {
    const english = blocksOf(read(name))
    expect(english.length).toBeGreaterThan(0)
    expect(blocksOf(read(`fr/${name}`))).toEqual(english)
  })

  test('has as many headings and tables in both languages', () => {
    const shape = (page: string) => ({
      headings: page.match(/^#+ /gm)?.length,
      rows: page.match(/^\|/gm)?.length,
    })
    expect(shape(read(`fr/${name}`))).toEqual(shape(read(name)))
  })
})
