/** All guides exist in English and French, some in Arabic, with the same code. */
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

/** For people at the screens, and for a partner's developer. */
const ARABIC = [
  'ask-an-assistant.md',
  'cashier-day.md',
  'courier-day.md',
  'integrate-in-an-afternoon.md',
  'partner-first-hour.md',
  'support-desk.md',
]

const read = (path: string): string => readFileSync(join(ROOT, 'docs/guides', path), 'utf8')

test('every guide exists in English and in French', () => {
  expect(names.length).toBeGreaterThanOrEqual(11)
  const french = globSync('*.md', { cwd: join(ROOT, 'docs/guides/fr') })
  expect(french.toSorted()).toEqual(names.toSorted())
})

test('the guides in Arabic are these, and no other', () => {
  expect(globSync('*.md', { cwd: join(ROOT, 'docs/guides/ar') }).toSorted()).toEqual(ARABIC)
})

/** A translation has as many headings and rows of tables. */
const shape = (page: string) => ({
  headings: page.match(/^#+ /gm)?.length,
  rows: page.match(/^\|/gm)?.length,
})

describe.each(ARABIC)('%s in Arabic', (name) => {
  const arabic = read(`ar/${name}`)

  test('reads from right to left, and is linked with both other languages', () => {
    expect(arabic).toMatch(/^<div dir="rtl">\n[^]*\n<\/div>\n$/)
    expect(arabic).toContain(`[English](../${name}) · [Français](../fr/${name})`)
    expect(read(name)).toContain(`[العربية](ar/${name})`)
    expect(read(`fr/${name}`)).toContain(`[العربية](../ar/${name})`)
  })

  test('has the same code, headings and tables as in English', () => {
    expect(blocksOf(arabic)).toEqual(blocksOf(read(name)))
    expect(shape(arabic)).toEqual(shape(read(name)))
  })
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
    expect(shape(read(`fr/${name}`))).toEqual(shape(read(name)))
  })
})
