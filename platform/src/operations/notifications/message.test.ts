import { INCIDENT_KINDS, LANGUAGES } from '@wasl/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { messageOf } from './message.ts'
import type { NotificationItem } from './incident.ts'

const item: NotificationItem = {
  phase: 'began',
  kind: 'webhooks-fail',
  incidentId: '0199f3c0-2b7e-7a10-8c00-000000000000',
  partnerId: 1001,
  partnerName: 'Shop',
  facts: { count: 12, detail: null },
  beganAt: '2026-11-21T08:40:00.000Z',
  endedAt: null,
  began: '2026-11-21 09:40',
  ended: null,
}

const tried: NotificationItem = {
  ...item,
  phase: 'test',
  kind: null,
  partnerId: 0,
  partnerName: null,
}

const ISOLATES = /[\u2068\u2069]/g

test('a message says what began, since when, and where to look', () => {
  const { subject, text, items } = messageOf([item], 'en', 'https://pay.example')
  expect(subject).toBe('Wasl: Shop does not acknowledge webhooks: 12 wait for their next attempt.')
  expect(text.replaceAll(ISOLATES, '')).toBe(
    'Shop does not acknowledge webhooks: 12 wait for their next attempt.\n' +
      'Since 2026-11-21 09:40.\nhttps://pay.example/console/partners/prt_1001/health\n',
  )
  expect(items[0]?.link).toBe('https://pay.example/console/partners/prt_1001/health')
})

test('a message about several counts them in its subject', () => {
  const ended = { ...item, phase: 'ended', ended: '2026-11-21 10:00' } as const
  const { subject, text } = messageOf([item, ended, tried], 'fr', 'https://pay.example')
  expect(subject).toBe('Wasl : 2 en cours, 1 terminés')
  expect(text.replaceAll(ISOLATES, '')).toContain('Du 2026-11-21 09:40 au 2026-11-21 10:00.\n')
  expect(text).toContain('Ceci est un essai')
})

test('every kind has its own words in every language, and no placeholder is left', () => {
  const texts = LANGUAGES.flatMap((language) =>
    INCIDENT_KINDS.flatMap((kind) =>
      (['began', 'ended'] as const).map((phase) => {
        const facts = { count: 3, detail: 'HTTP 500' }
        const whole = { ...item, kind, phase, facts, ended: '2026-11-21 10:00' }
        return messageOf([whole], language, 'https://pay.example').text
      }),
    ),
  )
  expect(new Set(texts).size).toBe(LANGUAGES.length * INCIDENT_KINDS.length * 2)
  for (const text of texts) expect(text).not.toMatch(/[{}]/)
})

test('whatever a partner is called, the subject stays one line and the text three', () => {
  const hostile = fc.oneof(
    fc.string(),
    fc.constantFrom(
      'a\r\nBcc: b@evil.example',
      '{count} {began}',
      'x'.repeat(300),
      '\u2028\u2029\u202e\u0000',
      '$&',
    ),
  )
  fc.assert(
    fc.property(hostile, fc.constantFrom(...LANGUAGES), (partnerName, language) => {
      const { subject, text } = messageOf(
        [{ ...item, partnerName }],
        language,
        'https://pay.example',
      )
      expect(subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e]/u)
      expect(Array.from(subject).length).toBeLessThanOrEqual(120)
      expect(text.split(/[\r\n\u2028\u2029]/u)).toHaveLength(4)
    }),
  )
})
