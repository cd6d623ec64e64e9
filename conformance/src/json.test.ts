import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decimalPlacesOf, fieldOf, jsonProblem } from './json.ts'

const problemOf = (text: string): string | null => jsonProblem(Buffer.from(text))

describe('decimalPlacesOf', () => {
  test.for([
    ['{"total":599.79999999999995}', 14],
    ['{"total":599.80}', 1],
    ['{"total":5.998e2}', 1],
    ['{"total":1500.000}', 0],
    ['{"total":100}', 0],
    ['{"total":0}', 0],
    ['{"total":0e-5}', 0],
    ['{"lines":[{"total":1.125}],"total":1.25}', 2],
    ['{"lines":{"total":1.125}}', null],
    ['{"total":"1.125"}', null],
  ] as const)('of total in %s is %s', ([text, places]) => {
    expect(decimalPlacesOf(Buffer.from(text), 'total')).toBe(places)
  })
})

describe('jsonProblem', () => {
  test.for([
    ['{"a":1,"a":2}', 'has the key "a" twice in one object'],
    [String.raw`{"a":1,"\u0061":2}`, String.raw`has the key "\u0061" twice in one object`],
    ['{"a":{"b":1,"c":[{"b":1}],"b":2}}', 'has the key "b" twice in one object'],
    ['\uFEFF{}', 'starts with a byte order mark'],
  ])('is found in %s', ([text = '', problem]) => {
    expect(problemOf(text)).toBe(problem)
  })

  test('is found in bytes that are not UTF-8', () => {
    expect(jsonProblem(Buffer.from([0x22, 0xff, 0x22]))).toBe('is not valid UTF-8')
  })

  test.for([
    '{"a":{"a":1},"b":{"a":1}}',
    '[{"a":1},{"a":1}]',
    '["a","a"]',
    '{"a":"\\"a\\":"}',
    '1',
  ])('is null for %s', (text) => {
    expect(problemOf(text)).toBe(null)
  })

  test('is null for everything that JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 1, 4), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        fc.pre(text.isWellFormed() && !text.startsWith('\uFEFF'))
        expect(problemOf(text)).toBe(null)
      }),
    )
  })

  test('finds a duplicate key', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue(), { minKeys: 1 }),
        (object) => {
          const [key = ''] = Object.keys(object)
          fc.pre(JSON.stringify(object).isWellFormed())
          const text = JSON.stringify(object).replace('{', () => `{${JSON.stringify(key)}:0,`)
          expect(problemOf(text)).toContain('twice')
        },
      ),
    )
  })
})

describe('fieldOf', () => {
  test('reads a field of anything', () => {
    expect(fieldOf({ a: 1 }, 'a')).toBe(1)
    expect([null, undefined, 'text', 7].map((value) => fieldOf(value, 'length'))).toEqual(
      Array(4).fill(undefined),
    )
  })
})
