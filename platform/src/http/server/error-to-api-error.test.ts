import { describe, expect, test } from 'vitest'
import { Overloaded } from '../../base/database/overloaded.ts'
import { ApiError } from '../../base/api-error.ts'
import { apiErrorOf } from './error-to-api-error.ts'

const withCode = (code: string, message = 'something'): Error =>
  Object.assign(new Error(message), { code })

describe('an error that was thrown', () => {
  test('stays the same when it is our own refusal', () => {
    const refusal = new ApiError('PARTNER404_NOT_FOUND')
    expect(apiErrorOf(refusal)).toBe(refusal)
  })

  test.each([
    'ECONNREFUSED',
    'ECONNRESET',
    'ENOTFOUND',
    'ETIMEDOUT',
    'EMFILE',
    '08006',
    '08P01',
    '53300',
    '53100',
    '53200',
    '28P01',
    '57P01',
    '57P03',
    '57014',
    '25006',
    '25P04',
    '40P01',
    '55P03',
    '58030',
    '0A000',
  ])('%s is the absence of the database: 503 with Retry-After', (code) => {
    const answer = apiErrorOf(withCode(code))
    expect(answer.code).toBe('SERVER503_UNAVAILABLE')
    expect(answer.headers).toEqual({ 'retry-after': '5' })
  })

  test.each([
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout exceeded when trying to connect',
    'Query read timeout',
    'Client has encountered a connection error and is not queryable',
  ])('so is %j, which carries no code', (message) => {
    expect(apiErrorOf(new Error(message)).code).toBe('SERVER503_UNAVAILABLE')
  })

  test('a sender that disconnects in the middle of its body made a faulty request', () => {
    expect(apiErrorOf(withCode('ECONNRESET', 'aborted')).code).toBe('VALIDATION400')
  })

  test('an overload is 503 too, with a shorter Retry-After', () => {
    const answer = apiErrorOf(new Overloaded('10000 statements are waiting already'))
    expect(answer.code).toBe('SERVER503_UNAVAILABLE')
    expect(answer.headers).toEqual({ 'retry-after': '1' })
  })

  test.each([
    withCode('23505'),
    withCode('42601', 'syntax error at or near "selct"'),
    withCode('ENOENT', "open '/etc/wasl'"),
    new TypeError('undefined is not a function'),
    'a string',
    null,
    undefined,
  ])('anything else is a bug: 500 (%s)', (error) => {
    expect(apiErrorOf(error).code).toBe('SERVER500_INTERNAL')
  })
})
