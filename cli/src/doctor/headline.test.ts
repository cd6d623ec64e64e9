import { expect, test } from 'vitest'
import type { CauseCode } from './causes.ts'
import { cause } from './causes.ts'
import { headlineOf } from './headline.ts'

const headline = (...codes: CauseCode[]): string =>
  headlineOf(
    'The signature',
    codes.map((code) => cause(code, '', '')),
  )

test.each<[CauseCode, string]>([
  ['signature_missing', 'The signature is missing.'],
  ['timestamp_missing', 'The timestamp is missing.'],
  ['clock_behind', 'The signature is right, but its timestamp is too old.'],
  ['clock_ahead', 'The signature is right, but its timestamp is too far in the future.'],
  ['timestamp_milliseconds', 'The signature does not fit this timestamp.'],
  ['timestamp_other_attempt', 'The signature does not fit this timestamp.'],
  ['body_key_order', 'The signature belongs to another body.'],
  ['body_empty', 'The signature belongs to another body.'],
  ['secret_quotes', 'The signature was made with another secret.'],
  ['encoding_malformed', 'The signature is not written correctly.'],
  ['order_delimiter', 'The signature is wrong.'],
  ['algorithm', 'The signature is wrong.'],
  ['unknown', 'The signature does not fit this body, timestamp and secret.'],
])('%s has its own headline', (code, expected) => {
  expect(headline(code)).toBe(expected)
})

test('causes of one kind have the headline of that kind, and mixed causes a general one', () => {
  expect(headline('body_white_space', 'body_escaped_unicode')).toBe(
    'The signature belongs to another body.',
  )
  for (const other of ['unknown', 'body_key_order', 'encoding_decorated'] as const) {
    expect(headline(other, 'clock_behind')).toBe('The signature is wrong.')
  }
})
