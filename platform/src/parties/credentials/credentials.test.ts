import { describe, expect, test } from 'vitest'
import { isWeakPin } from './devices/weak-pin.ts'
import { passwordProblem } from './password.ts'
import { relyingPartyOf } from './relying-party.ts'

const AMINA = { name: 'Amina Haddad', email: 'amina.h@pay.example' }

describe('a password', () => {
  test.for([
    ['elevenchars', 'short'],
    ['كلمةسر٤٥٦', 'short'],
    // Twelve units of UTF-16, and six characters.
    ['😀😁😂🤣😃😄', 'short'],
    ['aaaaaaaaaaaabbb', 'repeats'],
    ['unbelievable', 'common'],
    ['Password1234', 'common'],
    ['2026 AZERTY 2026!', 'common'],
    ['1qaz2wsx3edc', 'common'],
    ['Amina  Haddad 1962', 'own-name'],
    ['AMINA.H@PAY.EXAMPLE', 'own-name'],
    ['x'.repeat(513), 'long'],
  ] as const)('%s is refused: %s', ([password, problem]) => {
    expect(passwordProblem(password, AMINA)).toBe(problem)
  })

  test.for([
    'the lighthouse sells oranges',
    'password of the lighthouse',
    'Amina likes the sea in winter',
    'برج الفنار يبيع البرتقال',
    '😀😁😂🤣😃😄😅😆😉😊😋😎',
  ])('%s is accepted', (password) => {
    expect(passwordProblem(password, AMINA)).toBeNull()
  })
})

test('a PIN of one digit, or of digits that count up or down, is weak', () => {
  for (const pin of ['0000', '1234', '87654321', '3456']) expect(isWeakPin(pin)).toBe(true)
  for (const pin of ['8264', '1357', '1223', '9012']) expect(isWeakPin(pin)).toBe(false)
})

test('a PIN that people try first is weak: a line of the keypad, a repetition, a year', () => {
  const weak = [
    '2580',
    '0852',
    '1212',
    '1122',
    '1000',
    '123123',
    '258258',
    '1987',
    '2004',
    '159357',
  ]
  for (const pin of weak) expect([pin, isWeakPin(pin)]).toEqual([pin, true])
  for (const pin of ['9713', '1897', '2048', '258147', '82648264']) {
    expect([pin, isWeakPin(pin)]).toEqual([pin, pin === '82648264'])
  }
})

test('passkeys are for the domain of the platform, or for this machine', () => {
  expect(relyingPartyOf('https://pay.example:8443')).toEqual({
    id: 'pay.example',
    origin: 'https://pay.example:8443',
  })
  for (const own of ['http://127.0.0.1:8080', 'http://[::1]:8080', 'http://localhost:8080']) {
    expect(relyingPartyOf(own)).toEqual({ id: 'localhost', origin: 'http://localhost:8080' })
  }
  expect(relyingPartyOf('https://203.0.113.9')).toBeNull()
})
