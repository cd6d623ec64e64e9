import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readLookupAnswer } from './lookup-answer.ts'

const vectors = JSON.parse(
  readFileSync(new URL('../../protocol/vectors/payment-details.json', import.meta.url), 'utf8'),
) as { name: string; body: unknown; valid?: true }[]

describe('what lookup returns', () => {
  test('defaults to empty amount_detail and details and the currency DZD', () => {
    expect(readLookupAnswer({ status: 'payable', total_amount: 599.8 }, 'INV-1')).toEqual({
      status: 'payable',
      details: {
        reference: 'INV-1',
        total_amount: 599.8,
        currency: 'DZD',
        amount_detail: [],
        details: [],
      },
    })
  })

  test('a field set to undefined counts as left out', () => {
    const answer = { status: 'payable', total_amount: 1, details: undefined, currency: undefined }
    expect(readLookupAnswer(answer, 'INV-1').status).toBe('payable')
  })

  test.each(['not_found', 'already_paid', 'unavailable'])('%s needs nothing else', (status) => {
    expect(readLookupAnswer({ status }, 'INV-1')).toEqual({ status })
  })

  test.each([
    ['nothing', undefined, 'is a return missing?'],
    ['null', null, 'received null'],
    ['text', 'payable', "{ status: 'not_found' }"],
    ['an unknown status', { status: 'paid' }, 'status: expected one of payable, not_found'],
    ['no amount', { status: 'payable' }, 'total_amount: '],
    ['the amount as text', { status: 'payable', total_amount: '599.80' }, 'total_amount: '],
    ['three decimals', { status: 'payable', total_amount: 599.801 }, 'total_amount: '],
    ['an amount of zero', { status: 'payable', total_amount: 0 }, 'total_amount: '],
    ['NaN', { status: 'payable', total_amount: Number.NaN }, 'total_amount: '],
    ['another currency', { status: 'payable', total_amount: 1, currency: 'EUR' }, 'currency: '],
    [
      'a misspelt field',
      { status: 'payable', total_amount: 1, amount_details: [] },
      'amount_details',
    ],
    [
      'a misspelt label',
      { status: 'payable', total_amount: 1, details: [{ labelFr: 'x', value: 'y' }] },
      'details.0: ',
    ],
    [
      'a number among the details',
      { status: 'payable', total_amount: 1, details: [{ label_fr: 'x', value: 5 }] },
      'details.0.value: ',
    ],
    [
      'text in the breakdown',
      { status: 'payable', total_amount: 1, amount_detail: [{ label_fr: 'x', value: '5' }] },
      'amount_detail.0.value: ',
    ],
    [
      'a bigint, as some databases give it',
      { status: 'payable', total_amount: 5n },
      'total_amount: expected a number, received the bigint 5',
    ],
    ['null for a list', { status: 'payable', total_amount: 1, details: null }, 'details: '],
    [
      'another reference',
      { status: 'payable', total_amount: 1, reference: 'INV-2' },
      'reference: ',
    ],
  ])('%s is refused with a sentence that names the field', (_name, answer, problem) => {
    const result = readLookupAnswer(answer, 'INV-1')
    expect(result.status).toBe('invalid')
    expect(result.status === 'invalid' ? result.problem : '').toContain(problem)
  })

  test.each(vectors.filter(({ body }) => typeof body === 'object' && body !== null))(
    'agrees with the published payment details: $name',
    ({ body, valid }) => {
      const reference = (body as { reference?: string }).reference ?? 'INV-1'
      const result = readLookupAnswer({ ...(body as object), status: 'payable' }, reference)
      // Three kinds of refusal are not the partner's to make: the kit fills in the reference and the
      // currency, and it is stricter about fields that nobody knows.
      const given = body as Record<string, unknown>
      const isFilledIn = given['reference'] === undefined || given['currency'] === undefined
      const isStricter = result.status === 'invalid' && /Unrecognized key/.test(result.problem)
      const isAccepted = result.status === 'payable'
      expect(isAccepted === (valid === true) || (isAccepted ? isFilledIn : isStricter)).toBe(true)
    },
  )
})
