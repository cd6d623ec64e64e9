import { describe, expect, test } from 'vitest'
import { ERRORS, PARTNER_ERRORS, errorMessage } from './errors.ts'
import type { ErrorCode, ErrorEntry } from './errors.ts'
import { LANGUAGES } from './language.ts'

const platform: [string, ErrorEntry][] = Object.entries(ERRORS)
const all: [string, ErrorEntry][] = [...platform, ...Object.entries(PARTNER_ERRORS)]

describe('the table of errors', () => {
  test.each(platform)('%s has the HTTP status of its name', (code, { status }) => {
    expect(/^[A-Z_]+?([0-9]{3})(_[A-Z_]+)?$/.exec(code)?.[1]).toBe(String(status))
  })

  test('has the partner-hosted codes of section 7.1', () => {
    const statuses = Object.entries(PARTNER_ERRORS).map(([code, { status }]) => [code, status])
    expect(statuses).toEqual([
      ['UNAUTHORIZED', 401],
      ['NOT_FOUND', 404],
      ['ALREADY_PAID', 409],
      ['SERVICE_UNAVAILABLE', 503],
    ])
  })

  test.each(all)(
    '%s speaks every language in whole sentences of its own',
    (_code, { messages }) => {
      const texts = LANGUAGES.map((language) => messages[language])
      expect(new Set(texts).size).toBe(LANGUAGES.length)
      for (const text of texts) {
        expect(text).toMatch(/[^.]\.$/)
        expect(text).toBe(text.trim())
        expect(text.length).toBeLessThan(400)
      }
      expect(messages.ar).toMatch(/\p{Script=Arabic}{3}/u)
      expect(messages.en + messages.fr).not.toMatch(/\p{Script=Arabic}/u)
      expect(messages.en).toMatch(/^[\x20-\x7e’]+$/)
    },
  )

  test('names the same fields and headers in each language', () => {
    const names = /x-api-key|Retry-After|Idempotency-Key|lockReleaseTime|requestId|wasl_\w+/g
    for (const [code, { messages }] of platform) {
      const named = LANGUAGES.map((language) =>
        [...new Set(messages[language].match(names))].toSorted(),
      )
      expect([code, named[1]]).toEqual([code, named[0]])
      expect([code, named[2]]).toEqual([code, named[0]])
    }
  })

  test('a lost lock tells the channel what to do with cash already taken', () => {
    expect(errorMessage('PAYMENT409_LOCK_LOST', 'en')).toMatch(
      /cash.*open the same reference again/,
    )
    expect(errorMessage('PAYMENT409_LOCK_LOST', 'fr')).toMatch(/espèces.*rouvrez/)
    expect(errorMessage('PAYMENT409_LOCK_LOST', 'ar')).toMatch(/نقدًا.*افتح المرجع نفسه/)
  })

  test('a wrong stage tells whether the cash is booked, and what to do with it', () => {
    const code = 'PAYMENT409_WRONG_STAGE'
    expect(errorMessage(code, 'en')).toMatch(/paid, the money is booked.*released.*give back.*open/)
    expect(errorMessage(code, 'fr')).toMatch(/\(paid\), l’argent.*\(released\).*rendez.*rouvrez/)
    expect(errorMessage(code, 'ar')).toMatch(
      /\(paid\) فالمبلغ مسجَّل.*\(released\).*أعِد.*افتح المرجع/,
    )
  })

  test('a reused Idempotency-Key tells that no money is booked', () => {
    const code = 'IDEMPOTENCY422_KEY_REUSED'
    expect(errorMessage(code, 'en')).toContain('no money is booked')
    expect(errorMessage(code, 'fr')).toContain('aucun argent')
    expect(errorMessage(code, 'ar')).toContain('ولم يُسجَّل به أي مبلغ')
  })

  test('a channel with a refused key is told to send its own key', () => {
    expect(errorMessage('CHANNEL401_UNAUTHORIZED', 'en')).not.toContain('create a channel')
  })

  test('a refused opening or reading of a payment says to take no money', () => {
    const refusals = [
      'QR_CODE404_NOT_FOUND',
      'QR_CODE409_IN_USE',
      'QR_CODE409_AMOUNT_CHANGED',
      'REFERENCE404_NOT_FOUND',
      'REFERENCE409_ALREADY_PAID',
      'REFERENCE409_LOCKED',
      'PARTNER502_BAD_RESPONSE',
      'PARTNER503_UNAVAILABLE',
      'PARTNER504_TIMEOUT',
      'PARTNER403_INACTIVE',
      'PARTNER404_NOT_FOUND',
      'PAYMENT404_NOT_FOUND',
      'CHANNEL401_UNAUTHORIZED',
    ] as const satisfies ErrorCode[]
    for (const code of refusals) {
      expect(errorMessage(code, 'en')).toContain('Take no money')
      expect(errorMessage(code, 'fr')).toContain('N’encaissez rien')
      expect(errorMessage(code, 'ar')).toContain('لا تأخذ أي مبلغ')
    }
  })
})
