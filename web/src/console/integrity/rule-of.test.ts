import { expect, test } from 'vitest'
import { INTEGRITY } from '../../../../platform/src/operations/integrity/integrity.ts'
import { RULES } from './rules.ts'
import { ruleOf } from './rule-of.ts'

test('every check is told in three languages, and no text is of a check that is gone', () => {
  expect(Object.keys(RULES).toSorted()).toEqual(Object.keys(INTEGRITY).toSorted())
})

test('a rule has its code apart, and a check without a text stays readable', () => {
  expect(ruleOf('L8: in each currency debits equal credits', 'fr')).toEqual({
    code: 'L8',
    text: 'Dans chaque monnaie, les débits égalent les crédits.',
    isEnglish: false,
  })
  expect(ruleOf('L8: an older check', 'ar')).toEqual({
    code: 'L8',
    text: 'An older check.',
    isEnglish: true,
  })
})
