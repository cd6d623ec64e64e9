import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { redacted, withoutSecrets } from './redact.ts'

const SECRET = 'wasl_sec_Q7MZ2v9TtXb4KcP1'

const base64 = (text: string): string => Buffer.from(text).toString('base64')

describe('redacted', () => {
  test.for([
    ['plain', SECRET],
    ['in a header', `Bearer ${SECRET}`],
    ['in upper case', SECRET.toUpperCase()],
    ['in base64', base64(SECRET)],
    ['in base64 after a colon', base64(`:${SECRET}`)],
    ['in hexadecimal', Buffer.from(SECRET).toString('hex')],
    ['percent-encoded', encodeURIComponent(SECRET)],
    ['without its last character', SECRET.slice(0, -1)],
    ['its first half', SECRET.slice(0, 13)],
    ['its second half', SECRET.slice(12)],
    ['twice', `${SECRET} and ${SECRET}`],
    ['with extra characters', `${SECRET}0`],
  ])('removes the secret %s', ([, text = '']) => {
    const kept = withoutSecrets(`before ${text} after`, [SECRET])
    expect(kept).toMatch(/^before .*\[(?:secret|part of a secret)\].* after$/)
    for (let start = 0; start + 12 <= text.length; start += 1) {
      expect(kept).not.toContain(text.slice(start, start + 12))
    }
  })

  test('reaches every text of a report, and changes nothing else', () => {
    const report = { a: [['x', `v=${SECRET}`]], b: { c: SECRET, d: 1, e: null, f: true } }
    expect(redacted(report, [SECRET])).toEqual({
      a: [['x', 'v=[secret]']],
      b: { c: '[secret]', d: 1, e: null, f: true },
    })
    expect(redacted('hello', [SECRET])).toBe('hello')
  })

  test('removes a secret inside any text', () => {
    const secrets = fc.stringMatching(/^[!-~]{16,60}$/)
    fc.assert(
      fc.property(secrets, fc.string(), fc.string(), (secret, before, after) => {
        // The replacement text may contain a part of an odd secret.
        fc.pre(!'[part of a secret]'.includes(secret.slice(0, 3)))
        const kept = withoutSecrets(before + secret + after, [secret])
        expect(kept).not.toContain(secret)
      }),
    )
  })

  test('ends when the secret is the replacement text', () => {
    expect(withoutSecrets('[part of a secret] x', ['[part of a secret]'])).toBe('[secret] x')
  })
})
