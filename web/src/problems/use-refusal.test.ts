import { ERRORS } from '@wasl/protocol'
import { expect, test } from 'vitest'
import { ApiFailure } from '../api/failure.ts'
import { LIMITS } from './limits.texts.ts'
import type { Translate } from '../texts/texts.ts'
import { refusalText } from './use-refusal.ts'

/** French, with what is filled in behind its text. */
const t = ((key: keyof typeof LIMITS, values?: object) =>
  values === undefined ? LIMITS[key].fr : `${key} ${Object.values(values).join()}`) as Translate<
  typeof LIMITS
>

const refusal = (code: string, retryAfter?: string): ApiFailure =>
  new ApiFailure(
    new Response(null, {
      status: 429,
      headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
    }),
    { error: code, errorMessage: 'Message de la plateforme.' },
  )

test('every limit that console, portal and account can reach has a text for people', () => {
  const codes = Object.entries(ERRORS).filter(([, { status }]) => status === 429)
  // Those of channels are for the till, which has its own texts.
  const ours = codes.map(([code]) => code).filter((code) => !/^(?:CHANNEL|REFUND)429/.test(code))
  expect(ours.length).toBeGreaterThan(10)
  expect(ours.filter((code) => !(code in LIMITS))).toEqual([])
})

test('a limit says which one it is, and how long to wait', () => {
  const text = refusalText(t, refusal('EXPORT429_TOO_MANY_AT_ONCE', '12'))
  expect(text).toBe(`${LIMITS.EXPORT429_TOO_MANY_AT_ONCE.fr} wait_seconds 12`)
  expect(refusalText(t, refusal('PARTNER_API429_TOO_MANY_LISTS', '61'))).toMatch(/ wait_minutes 2$/)
})

test('without Retry-After it says no time, and an unknown limit says what the platform says', () => {
  expect(refusalText(t, refusal('PIN429_TOO_SOON'))).toBe(LIMITS.PIN429_TOO_SOON.fr)
  expect(refusalText(t, refusal('NEW429', '5'))).toBe('Message de la plateforme. wait_seconds 5')
})
