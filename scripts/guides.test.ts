/** All guides exist in both languages, with the same code. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT, blocksOf } from './test/guide.ts'

const names = globSync('*.md', { cwd: join(ROOT, 'docs/guides') })

/** Written for people at a screen: pictures instead of code. */
const WITHOUT_CODE = new Set([
  'cashier-day.md',
  'courier-day.md',
  'partner-first-hour.md',
  'support-desk.md',
])

const read = (path: string): string => readFileSync(join(ROOT, 'docs/guides', path), 'utf8')

test('every guide exists in English and in French', () => {
  expect(names.length).toBeGreaterThanOrEqual(11)
  const french = globSync('*.md', { cwd: join(ROOT, 'docs/guides/fr') })
  expect(french.toSorted()).toEqual(names.toSorted())
})

describe.each(names)('%s', (name) => {
  test('exists in French, and the two link to each other', () => {
    expect(existsSync(join(ROOT, 'docs/guides/fr', name))).toBe(true)
    expect(read(name)).toContain(`[Français](fr/${name})`)
    expect(read(`fr/${name}`)).toContain(`[English](../${name})`)
  })

  test('has the same code in both languages', () => {
    const english = blocksOf(read(name))
    expect(english.length > 0).toBe(!WITHOUT_CODE.has(name))
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
