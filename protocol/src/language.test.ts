import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LANGUAGES, pickLanguage } from './language.ts'

describe('pickLanguage', () => {
  test.each([
    [undefined, 'en'],
    ['', 'en'],
    ['fr', 'fr'],
    ['ar-DZ', 'ar'],
    ['FR-dz', 'fr'],
    ['de', 'en'],
    ['de, ar;q=0.1', 'ar'],
    ['en;q=0.5, fr;q=0.9, ar;q=0.7', 'fr'],
    ['ar, fr', 'ar'],
    ['fr;q=0.8,ar;q=0.8', 'fr'],
    ['fr-FR;q=0.3, ar;q=0.5, fr;q=0.9', 'fr'],
    ['*', 'en'],
    ['ar;q=0.5, *;q=0.9', 'en'],
    ['en;q=0, *', 'fr'],
    ['en;q=0, fr;q=0, *;q=0.1', 'ar'],
    ['ar;q=0', 'en'],
    ['fr;q=2, ar;q=0.1', 'ar'],
    ['fr;q=abc, ar;q=0.1', 'ar'],
    ['fr;q=0.1234, ar;q=0.1', 'ar'],
    [' fr ; q=0.5 , ar ; Q=0.7 ', 'ar'],
    ['fra', 'en'],
    ['france, arabic', 'en'],
    [';;;,,,fr', 'fr'],
  ])('%j is answered in %s', (header, language) => {
    expect(pickLanguage(header)).toBe(language)
  })

  test('picks a supported language fast for any header', () => {
    const piece = fc.constantFrom('fr', 'ar', 'en', '*', ';', 'q=', '0.5', ',', ' ', '-', 'é', '\0')
    const header = fc.array(piece, { maxLength: 400 }).map((pieces) => pieces.join(''))
    fc.assert(fc.property(header, (text) => LANGUAGES.includes(pickLanguage(text))))
  })
})
