import { expect, test } from 'vitest'
import { checkPaymentDetails } from './check-payment-details.ts'

const DETAILS = { reference: 'INV-1', total_amount: 1200, currency: 'DZD' }
const LABELS = { label_ar: 'رسوم', label_en: 'Fees', label_fr: 'Frais' }

/** A label with a wrong value that counts how often it is looked at. */
const countedLabels = (count: number) => {
  let looks = 0
  const label = {
    get value() {
      looks += 1
      return null
    },
  }
  return { labels: Array.from({ length: count }, () => label), looks: () => looks }
}

test('keeps the fields of the interface, and drops the others', () => {
  const labels = { amount_detail: [{ ...LABELS, value: -1.5 }], details: [{ value: 'x' }] }
  const value = { ...DETAILS, ...labels, more: 1 }
  expect(checkPaymentDetails(value)).toEqual({ ok: true, details: { ...DETAILS, ...labels } })
  expect(checkPaymentDetails(DETAILS)).toEqual({ ok: true, details: DETAILS })
})

test.each(['amount_detail', 'details'])('counts the labels of %s before it reads any', (list) => {
  const { labels, looks } = countedLabels(201)
  expect(checkPaymentDetails({ ...DETAILS, [list]: labels })).toEqual({
    ok: false,
    issue: { path: list, message: 'expected a number of items of at most 200, received 201' },
  })
  expect(looks()).toBe(0)
})

test('stops at the first wrong label, and names its position', () => {
  const { labels, looks } = countedLabels(199)
  const [path, expected] = ['amount_detail.0.label_en', 'expected a string, received 7']
  const wrong = { label_en: 7, value: 1 }
  expect(checkPaymentDetails({ ...DETAILS, amount_detail: [wrong, ...labels] })).toEqual({
    ok: false,
    issue: { path, message: expected },
  })
  expect(looks()).toBe(0)
})
