import { LABELS_MAX } from '@wasl/protocol'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hiddenDecimalsProblem, parseStrictJson, sizeProblem, VALUES_MAX } from './strict-json.ts'

const parse = (text: string) => {
  return parseStrictJson(Buffer.from(text))
}

const problemOf = (text: string): string | null => {
  const result = parse(text)
  return result.ok ? null : result.problem
}

describe('strict JSON', () => {
  test('reads what JSON.parse reads when nothing is ambiguous', () => {
    // JSON.parse and JSON.stringify themselves disagree about -0; no partner sends it.
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
        const text = JSON.stringify(value)
        const result = parse(text)
        const isDoubtful =
          !text.isWellFormed() ||
          /\\u0000|\\ud[89a-f]/i.test(text) ||
          /\d{16}|e\+/.test(text.replaceAll(/"(?:[^"\\]|\\.)*"/g, ''))
        expect(result.ok || isDoubtful).toBe(true)
        expect(result.ok ? result.value : null).toEqual(result.ok ? JSON.parse(text) : null)
      }),
    )
  })

  test('never throws, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        parseStrictJson(bytes)
      }),
    )
    const jsonLike = fc.stringMatching(/^[{}[\]",:\\u0d8 1e.-]*$/, { maxLength: 100 })
    fc.assert(
      fc.property(jsonLike, (text) => {
        const result = parse(text)
        expect(result.ok ? result.value : null).toEqual(result.ok ? JSON.parse(text) : null)
      }),
    )
  })

  test.each([
    ['', 'it is not valid JSON'],
    ['{', 'it is not valid JSON'],
    ["{'a':1}", 'it is not valid JSON'],
    ['{"a":1,}', 'it is not valid JSON'],
    ['{"a":NaN}', 'it is not valid JSON'],
    ['{"a":01}', 'it is not valid JSON'],
    ['{"a":1} x', 'it is not valid JSON'],
    ['{"a":"\t"}', 'it is not valid JSON'],
    ['{"a', 'it is not valid JSON'],
    ['\uFEFF{}', 'it starts with a byte order mark'],
    ['{"a":1,"a":1}', 'the key "a" comes twice'],
    ['{"a":1,"b":{},"a" :2}', 'the key "a" comes twice'],
    ['{"a":1,"\\u0061":2}', 'the key "a" comes twice'],
    ['{"":1,"":2}', 'the key "" comes twice'],
    ['{"x":[{"a":1,"a":2}]}', 'the key "a" comes twice'],
    [String.raw`{"x":"\"","a":1,"a":2}`, 'the key "a" comes twice'],
    [String.raw`{"x":"\\","a":1,"a":2}`, 'the key "a" comes twice'],
    [String.raw`{"\"":1,"\"":2}`, 'the key "\\"" comes twice'],
    ['{"__proto__":1,"__proto__":2}', 'the key "__proto__" comes twice'],
    ['{"a":1e400}', 'the number 1e400 cannot be held exactly'],
    ['{"a":[-1e400]}', 'the number -1e400 cannot be held exactly'],
    ['{"a":9007199254740993}', 'the number 9007199254740993 cannot be held exactly'],
    ['{"a":"\\ud800"}', 'a text in it has a lone surrogate'],
    ['{"a":"\\udc00\\ud800"}', 'a text in it has a lone surrogate'],
    ['{"\\ud800":1}', 'a text in it has a lone surrogate'],
    ['{"a":"\\u0000"}', 'a text in it has the null character'],
    ['{"a\\u0000":1}', 'a text in it has the null character'],
  ])('%s is refused: %s', (text, problem) => {
    expect(problemOf(text)).toBe(problem)
  })

  test.each([
    '{"a":1,"b":{"a":1},"c":[{"a":1},{"a":1}]}',
    '{"a":"a","b":"a"}',
    '["a","a"]',
    '{"a\\"":1,"a":2}',
    '{"{":"}","[":"]"}',
    '{"a":"\\ud83d\\ude00"}',
    '{"a":9007199254740991}',
    ' [ ] ',
  ])('%s is taken', (text) => {
    expect(problemOf(text)).toBeNull()
  })

  test.each([
    ['overlong', [0x22, 0xc0, 0xaf, 0x22]],
    ['a surrogate in UTF-8', [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ['Latin-1', [0x22, 0xe9, 0x22]],
    ['cut short', [0x22, 0xe2, 0x82]],
    ['UTF-16', [0xff, 0xfe, 0x22, 0x00]],
  ])('bytes that are not UTF-8 are refused: %s', (_name, bytes) => {
    expect(parseStrictJson(Buffer.from(bytes))).toEqual({
      ok: false,
      problem: 'it is not valid UTF-8',
    })
  })

  test('nesting is limited, however deep it is', () => {
    expect(problemOf('['.repeat(32) + ']'.repeat(32))).toBeNull()
    const problem = 'it is nested deeper than 32 levels'
    expect(problemOf('['.repeat(33) + ']'.repeat(33))).toBe(problem)
    expect(problemOf('{"a":'.repeat(40_000))).toBe(problem)
    expect(problemOf('['.repeat(250_000))).toBe(problem)
  })

  test('the number of values is limited, however small they are', () => {
    const list = (count: number): string => `[${Array(count).fill('1').join()}]`
    // The list and what is in it.
    expect(problemOf(list(VALUES_MAX - 2))).toBeNull()
    const problem = `it has more than ${VALUES_MAX} values`
    expect(problemOf(list(VALUES_MAX))).toBe(problem)
    expect(problemOf(`{"details":[${Array(VALUES_MAX).fill('{}').join()}]}`)).toBe(problem)
    expect(
      problemOf(
        `[${Array(VALUES_MAX / 8)
          .fill('[[[[[[[[]]]]]]]]')
          .join()}]`,
      ),
    ).toBe(problem)
    expect(problemOf(`{"text":"${',[{'.repeat(60_000)}"}`)).toBeNull()
  })

  test('two full lists of labels are not too many values', () => {
    const label = { label_ar: 'a', label_en: 'e', label_fr: 'f', value: 1 }
    const labels = Array.from({ length: LABELS_MAX }, () => label)
    const details = { reference: 'r', total_amount: 1, currency: 'DZD' }
    expect(
      problemOf(JSON.stringify({ ...details, amount_detail: labels, details: labels })),
    ).toBeNull()
  })

  test.each([
    ['strings that nothing separates', '""'.repeat(100_000)],
    ['strings that nothing separates, in an object', `{${'"a" '.repeat(60_000)}`],
    ['brackets that nothing opened', ']'.repeat(200_000)],
    ['a quote in a string that does not end', `"${'\\"'.repeat(100_000)}`],
    ['backslashes in a string that does not end', `"${'\\'.repeat(200_000)}`],
  ])('%s are no JSON', (_name, text) => {
    expect(problemOf(text)).toBe('it is not valid JSON')
  })

  test('a key named __proto__ is a key like any other', () => {
    const result = parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}')
    expect(result).toMatchObject({ ok: true })
    expect(Object.keys(result.ok ? (result.value as object) : {})).toContain('__proto__')
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  test('a number keeps its digits', () => {
    const result = parse('{"total":599.8000000000000001,"inner":{"total":1.0},"text":"1"}')
    if (!result.ok) throw new Error(result.problem)
    const root = result.value as { inner: object }
    expect(result.literalOf(root, 'total')).toBe('599.8000000000000001')
    expect(result.literalOf(root.inner, 'total')).toBe('1.0')
    expect(result.literalOf(root, 'text')).toBeUndefined()
  })
})

test('only the size is checked where keys may repeat', () => {
  expect(sizeProblem('{"a":1,"a":2}')).toBeNull()
  expect(sizeProblem('['.repeat(40))).toBe('it is nested deeper than 32 levels')
  expect(sizeProblem('[0' + ',0'.repeat(VALUES_MAX))).toBe(`it has more than ${VALUES_MAX} values`)
})

describe('decimals that a double does not keep', () => {
  test.each([
    ['{"amount":599.8000000000000001}', '599.8000000000000001'],
    ['{"amounts":[1,9999999999.9900001]}', '9999999999.9900001'],
    ['[1.00e-400]', '1.00e-400'],
  ])('are found in %s', (text, literal) => {
    expect(hiddenDecimalsProblem(text)).toBe(`the number ${literal} cannot be held exactly`)
  })

  test.each([
    '{"amount":599.80}',
    '{"amount":599.8000}',
    '{"amount":599.801}',
    '{"amount":1.5e3}',
    '{"text":"599.8000000000000001 and 1e400"}',
    '[9007199254740993, 1e400]',
    '{"broken 0.0001',
  ])('are not found in %s', (text) => {
    expect(hiddenDecimalsProblem(text)).toBe(null)
  })

  test('are found quickly in a number as long as the longest body', () => {
    const zeros = '0'.repeat(64 * 1024)
    const startedAt = performance.now()
    expect(hiddenDecimalsProblem(`{"amount":1.${zeros}1}`)).toContain('cannot be held exactly')
    expect(performance.now() - startedAt).toBeLessThan(2_000)
  })
})
