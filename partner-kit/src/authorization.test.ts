import { describe, expect, test } from 'vitest'
import { checkAuthorization } from './authorization.ts'
import { secretBlock } from './secrets.ts'

const FIRST = 'first-secret-0000'
const SECOND = 'second-secret-000'
const blocks = [secretBlock(FIRST), secretBlock(SECOND)]

describe('the Authorization header', () => {
  test.each([
    ['as the specification writes it', `Bearer ${FIRST}`],
    ['with the scheme in lowercase', `bearer ${FIRST}`],
    ['with the scheme in capitals', `BEARER ${FIRST}`],
    ['with more spaces', `Bearer   ${FIRST}`],
    ['with the second of two secrets', `Bearer ${SECOND}`],
  ])('is accepted %s', (_name, header) => {
    expect(checkAuthorization(header, blocks)).toEqual({ ok: true })
  })

  test.each([
    ['missing_authorization', 'missing', null],
    ['missing_authorization', 'empty', ''],
    ['malformed_authorization', 'of another scheme', `Basic ${FIRST}`],
    ['malformed_authorization', 'without a scheme', FIRST],
    ['malformed_authorization', 'without a secret', 'Bearer '],
    ['malformed_authorization', 'without a space', `Bearer${FIRST}`],
    ['malformed_authorization', 'with a tab', `Bearer\t${FIRST}`],
    ['malformed_authorization', 'with more behind the secret', `Bearer ${FIRST} more`],
    ['malformed_authorization', 'sent twice, and joined', `Bearer ${FIRST}, Bearer ${FIRST}`],
    ['wrong_api_secret', 'with a wrong secret', 'Bearer wrong-secret-0000'],
    ['wrong_api_secret', 'with the secret cut short', `Bearer ${FIRST.slice(0, -1)}`],
    ['wrong_api_secret', 'with more than the secret', `Bearer ${FIRST}0`],
    ['wrong_api_secret', 'with the secret in capitals', `Bearer ${FIRST.toUpperCase()}`],
    ['wrong_api_secret', 'with both secrets in one', `Bearer ${FIRST},${SECOND}`],
  ])('is refused as %s when it is %s', (reason, _name, header) => {
    expect(checkAuthorization(header, blocks)).toEqual({ ok: false, reason })
  })

  test('is refused when no secret is accepted at all', () => {
    expect(checkAuthorization(`Bearer ${FIRST}`, [])).toEqual({
      ok: false,
      reason: 'wrong_api_secret',
    })
  })
})
