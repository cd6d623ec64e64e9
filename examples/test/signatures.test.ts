/** The signature check of each language against the published vectors. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { LANGUAGES, verdictsOf } from './support/signature-languages.ts'
import { isMissing } from '../../scripts/test/languages.ts'

type Vector = {
  name: string
  secrets: string[]
  bodyBase64: string
  timestamp: string | string[] | null
  signature: string | string[] | null
  nowSeconds: number
  valid?: boolean
}

const vectors = JSON.parse(
  readFileSync(new URL('../../protocol/vectors/signatures.json', import.meta.url), 'utf8'),
) as Vector[]

/** A header that was sent twice reaches a program joined by a comma, or not at all. */
const joined = (header: string | string[] | null): string | null =>
  Array.isArray(header) ? header.join(', ') : header

const cases = vectors.map((vector) => ({
  ...vector,
  timestamp: joined(vector.timestamp),
  signature: joined(vector.signature),
}))

test('there are vectors of both kinds', () => {
  expect(vectors.filter(({ valid }) => valid === true).length).toBeGreaterThan(15)
  expect(vectors.filter(({ valid }) => valid !== true).length).toBeGreaterThan(50)
})

describe.each(LANGUAGES)('$name', (language) => {
  test.skipIf(isMissing(language.command))('agrees with every published vector', () => {
    const verdicts = verdictsOf(language, cases)
    const wrong = vectors.filter(({ valid }, index) => verdicts[index] !== (valid === true))
    expect(wrong.map(({ name }) => name)).toEqual([])
    expect(verdicts).toHaveLength(vectors.length)
  })
})
