/** The fields of the payment details, one check for each (sections 2.1 and 2.2; D2, D11). */
import { centimesFromDinars, CURRENCIES, signedCentimesFromDinars } from '@wasl/protocol'
import type { Check } from '../check.ts'
import { failed, passed } from '../finding.ts'
import type { Exchange } from '../http/exchange.ts'
import { decimalPlacesOf, fieldOf } from '../json.ts'
import type { Session } from '../session.ts'
import { LOOKUP_PAYABLE } from './lookup-answers.ts'

type Field = Pick<Check, 'id' | 'title' | 'section'> & {
  /** What is wrong, as a sentence; or null. */
  problem: (details: unknown, session: Session, exchange: Exchange) => string | null
  remedy: string
  note?: (details: unknown) => string | null
}

export const LOOKUP_REFERENCE = 'lookup-reference'

const checkOf = ({ problem, remedy, note, ...info }: Field): Check => ({
  ...info,
  group: 'lookup',
  needs: ['payable'],
  calls: 'lookup',
  after: [LOOKUP_PAYABLE],
  run: async (session) => {
    const exchange = await session.payable()
    const details = exchange.json?.value
    const found = problem(details, session, exchange)
    if (found === null) return passed(exchange, note?.(details) ?? null)
    const what = `In the answer to the lookup of ${JSON.stringify(session.someReference)}, `
    return failed(exchange, what + found, remedy)
  },
})

const itemsProblem = (details: unknown, name: string, type: 'number' | 'string'): string | null => {
  const items = fieldOf(details, name)
  if (items === undefined) return null
  if (!Array.isArray(items)) return `${name} is ${shown(items)}; an array was expected.`
  for (const [index, item] of items.entries()) {
    if (typeof item !== 'object' || item === null || Array.isArray(item)) {
      return `${name}.${index} is ${shown(item)}; a label item was expected.`
    }
    const value = fieldOf(item, 'value')
    if (typeof value !== type) {
      const wanted = type === 'number' ? 'a number' : 'a text'
      return `${name}.${index}.value is ${shown(value)}; ${wanted} was expected.`
    }
  }
  return null
}

const LABELS = ['label_ar', 'label_en', 'label_fr']

const itemsOf = (details: unknown, name: string): unknown[] => {
  const items = fieldOf(details, name)
  return Array.isArray(items) ? (items as unknown[]) : []
}

const labelsProblem = (details: unknown): string | null => {
  for (const name of ['amount_detail', 'details']) {
    for (const [index, item] of itemsOf(details, name).entries()) {
      for (const label of LABELS) {
        const text = fieldOf(item, label)
        if (text === undefined || (typeof text === 'string' && text.isWellFormed())) continue
        return `${name}.${index}.${label} is ${shown(text)}; a text was expected.`
      }
    }
  }
  return null
}

const missingLabels = (details: unknown): string | null => {
  const items = ['amount_detail', 'details'].flatMap((name) => itemsOf(details, name))
  if (items.length === 0) return 'There are no label items, so no label was checked.'
  const missing = LABELS.filter((label) => items.some((item) => fieldOf(item, label) === undefined))
  if (missing.length === 0) return null
  return `Some items have no ${missing.join(', no ')}: payers see another language instead.`
}

const breakdownProblem = (details: unknown): string | null => {
  const total = fieldOf(details, 'total_amount')
  const values = itemsOf(details, 'amount_detail').map((item) => fieldOf(item, 'value'))
  const isNumber = (value: unknown): value is number => typeof value === 'number'
  // Other checks report values that are not numbers.
  if (values.length === 0 || !values.every(isNumber) || !isNumber(total)) return null
  if (!centimesFromDinars(total).ok) return null
  let sum = 0
  for (const value of values) {
    const centimes = signedCentimesFromDinars(value)
    if (centimes === null) return `a value of amount_detail, ${value}, has more than two decimals.`
    sum += centimes
  }
  if (sum === signedCentimesFromDinars(total)) return null
  return `the values of amount_detail add up to ${dinars(sum)}, but total_amount is ${total}.`
}

const amountProblem = (total: number, expected: number | undefined): string | null => {
  if (expected === undefined || total === expected) return null
  const cause = Math.round(expected * 100) === total ? ' This is the price in centimes.' : ''
  return `total_amount is ${total}; ${expected} was expected.${cause}`
}

const FIELDS: readonly Field[] = [
  {
    id: LOOKUP_REFERENCE,
    title: 'reference is a string, equal to the requested reference.',
    section: 'section 2.1, D11',
    problem: (details, { someReference }) => {
      const reference = fieldOf(details, 'reference')
      if (reference === someReference) return null
      return `reference is ${shown(reference)}; ${shown(someReference)} was expected.`
    },
    remedy:
      'Return the reference exactly as requested: decoded once, in the same case, and as a string even when ' +
      'it looks like a number.',
  },
  {
    id: 'lookup-total-number',
    title: 'total_amount is a number, and the price that was named, if one was.',
    section: 'section 2.1, D2',
    problem: (details, { amount }) => {
      const total = fieldOf(details, 'total_amount')
      if (typeof total === 'number') return amountProblem(total, amount)
      return `total_amount is ${shown(total)}; a JSON number of dinars was expected.`
    },
    remedy:
      'Answer in dinars, not in centimes. Databases return decimals as texts. Convert them, for example with Number("599.80") or ' +
      '(float) $row["total"], so that the body has 599.8 without quotes.',
  },
  {
    id: 'lookup-total-decimals',
    title: 'total_amount is more than 0, at most 9 999 999 999.99, and has at most two decimals.',
    section: 'section 2.1, D2',
    problem: (details, _session, { answer }) => {
      const total = fieldOf(details, 'total_amount')
      if (typeof total !== 'number') return null
      const result = centimesFromDinars(total)
      if (!result.ok) return `total_amount: ${result.problem}.`
      const places = answer.ok ? decimalPlacesOf(answer.body, 'total_amount') : null
      if (places === null || places <= 2) return null
      return `total_amount, ${total}, is written with ${places} decimals; at most 2 were expected.`
    },
    remedy:
      'Add in whole centimes and divide by 100 once, at the end: floating-point sums of dinars give amounts ' +
      'such as 599.8000000000001. With an old php.ini, 599.8 becomes 599.79999999999995: call ' +
      "ini_set('serialize_precision', '-1').",
  },
  {
    id: 'lookup-currency',
    title: 'currency is a currency code: DZD.',
    section: 'section 2.1, D2',
    problem: (details) => {
      const currency = fieldOf(details, 'currency')
      if ((CURRENCIES as readonly unknown[]).includes(currency)) return null
      return `currency is ${shown(currency)}; "DZD" was expected.`
    },
    remedy: 'Send "currency": "DZD" in upper case, not a symbol or a name.',
  },
  {
    id: 'lookup-amount-detail',
    title: 'amount_detail, if present, is an array of label items whose value is a number.',
    section: 'sections 2.1 and 2.2',
    problem: (details) => itemsProblem(details, 'amount_detail', 'number'),
    remedy: 'Send [] without a breakdown. The value of each item is a number without quotes.',
  },
  {
    id: 'lookup-details',
    title: 'details, if present, is an array of label items whose value is a text.',
    section: 'sections 2.1 and 2.2',
    problem: (details) => itemsProblem(details, 'details', 'string'),
    remedy: 'Send [] without details. The value of each item is a text, also for numbers: "0117".',
  },
  {
    id: 'lookup-labels',
    title: 'label_ar, label_en and label_fr are strings.',
    section: 'section 2.2, W4',
    problem: labelsProblem,
    remedy: 'Omit a label that you do not have; do not send null or a number.',
    note: missingLabels,
  },
  {
    id: 'lookup-breakdown',
    title: 'The values of amount_detail add up to total_amount.',
    section: 'section 2.1, D11, W55',
    problem: breakdownProblem,
    remedy:
      'Add an item for the difference (a fee, or a discount with a negative value), and add up in whole ' +
      'centimes.',
  },
]

export const lookupFieldChecks: readonly Check[] = FIELDS.map(checkOf)

const dinars = (centimes: number): string => {
  const digits = String(Math.abs(centimes)).padStart(3, '0')
  return `${centimes < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

const shown = (value: unknown): string => {
  if (value === undefined) return 'missing'
  const text = JSON.stringify(value)
  return text.length <= 60 ? text : `${text.slice(0, 60).toWellFormed()}…`
}
