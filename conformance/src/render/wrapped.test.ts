import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { wrapped } from './wrapped.ts'

describe('wrapped', () => {
  test('breaks between words, and indents', () => {
    expect(wrapped('one two three four', 12, '- ', '  ')).toEqual(['- one two', '  three four'])
  })

  test('keeps every word, and keeps to the width unless a word is longer', () => {
    const words = fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { minLength: 1 })
    fc.assert(
      fc.property(words, fc.integer({ min: 16, max: 60 }), (list, width) => {
        const lines = wrapped(list.join(' '), width, '> ', '  ')
        expect(lines.join(' ').split(/[ >]+/).filter(Boolean)).toEqual(list)
        for (const line of lines) expect(line.length).toBeLessThanOrEqual(width)
      }),
    )
  })
})
