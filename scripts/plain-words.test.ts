import { describe, expect, test } from 'vitest'
import { avoidedWords } from './plain-words.ts'

describe('avoidedWords', () => {
  test('names the file, the line, the word and what to write instead', () => {
    expect(avoidedWords('docs/guide.md', 'Start the server.\nThen it begins Anew.')).toEqual([
      'docs/guide.md:2: "Anew": write "again", "from the start" or "new".',
    ])
  })

  test.each([
    'mends',
    'is none',
    'left alone',
    'KEPT_BY_NOBODY',
    'the withdrawn key',
    'type Told =',
    'and not for nothing',
    'Tell no gauge',
  ])('finds %s', (text) => {
    expect(avoidedWords('a.ts', text)).toHaveLength(1)
  })

  test.each([
    'a recommended amendment',
    'none of them is none of ours',
    'allSettled',
    'settlement',
  ])('accepts %s', (text) => {
    expect(avoidedWords('a.ts', text)).toEqual([])
  })

  test('accepts a word where its meaning is right', () => {
    expect(avoidedWords('platform/src/settlement/close.ts', 'settle the balance')).toEqual([])
  })
})
