/** The page of the kits names only tests that exist. */
import { expect, test } from 'vitest'
import { cellOf, NoSuchTest } from './reference.ts'

test.each([
  ['kits/php/test/php/PartnerTest.php', 'testAWrongOptionIsNamed', 'a wrong option is named'],
  [
    'kits/python/tests/test_partner.py',
    'test_secrets_are_in_no_representation',
    'secrets are in no representation',
  ],
  [
    'partner-kit/src/settings.test.ts',
    'have the defaults of the specification',
    'have the defaults of the specification',
  ],
])('a test of %s is shown in words', (file, title, words) => {
  expect(cellOf({ file, titles: [title] })).toBe(`[${words}](../../${file})`)
})

test.each([
  ['kits/php/test/php/PartnerTest.php', 'testAWrongOption'],
  ['kits/python/tests/test_partner.py', 'test_secrets'],
  ['partner-kit/src/settings.test.ts', 'have the defaults'],
  ['partner-kit/src/nothing.test.ts', 'have the defaults of the specification'],
])('a test of %s that does not exist is refused', (file, title) => {
  expect(() => cellOf({ file, titles: [title] })).toThrow(NoSuchTest)
})
