import { describe, expect, test } from 'vitest'
import { prepareSecrets } from './secrets.ts'

const API = 'a'.repeat(16)
const HMAC = 'b'.repeat(16)

describe('secrets', () => {
  test('one secret, or a list while a rotation overlaps, is accepted', () => {
    expect(prepareSecrets(API, HMAC).ok).toBe(true)
    expect(prepareSecrets([API, 'c'.repeat(40)], [HMAC, 'd'.repeat(40)]).ok).toBe(true)
  })

  test.each([
    ['nothing', undefined, 'is the environment variable set?'],
    ['null', null, 'received object'],
    ['an empty text', '', 'received 0'],
    ['one that is too short', 'a'.repeat(15), 'received 15'],
    ['one that is too long', 'a'.repeat(513), 'received 513'],
    ['an empty list', [], 'list of 1 to 5, received 0'],
    ['a list that is too long', Array.from({ length: 6 }, () => API), 'received 6'],
    ['a list with a wrong one in it', [API, ''], 'received 0'],
    ['a space inside', 'aaaaaaaa aaaaaaaa', 'visible ASCII'],
    ['a line end copied along', `${API}\n`, 'line ends'],
    ['a letter that no header carries', 'é'.repeat(16), 'visible ASCII'],
  ])('an API secret is refused: %s', (_name, secret, problem) => {
    const result = prepareSecrets(secret, HMAC)
    expect(result.ok).toBe(false)
    expect(result.ok ? '' : result.problem).toMatch(/^apiSecret: /)
    expect(result.ok ? '' : result.problem).toContain(problem)
  })

  test.each([
    ['nothing', undefined],
    ['one that is too short', 'b'.repeat(15)],
    ['a line end copied along', `${HMAC}\n`],
    ['a space before', ` ${HMAC}`],
  ])('an HMAC secret is refused: %s', (_name, secret) => {
    const result = prepareSecrets(API, secret)
    expect(result.ok ? '' : result.problem).toMatch(/^hmacSecret: /)
  })

  test('an HMAC secret may be in any script, because it never travels in a header', () => {
    expect(prepareSecrets(API, 'سر الشريك رقم واحد').ok).toBe(true)
  })

  test('the API secret cannot be the HMAC secret too', () => {
    const result = prepareSecrets(API, [HMAC, API])
    expect(result.ok ? '' : result.problem).toContain('must differ')
  })

  test('no problem shows the secret', () => {
    const result = prepareSecrets('hunter2-hunter2 hunter2', HMAC)
    expect(result.ok ? '' : result.problem).not.toContain('hunter2')
  })
})
