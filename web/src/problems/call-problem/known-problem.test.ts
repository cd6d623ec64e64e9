import { expect, test } from 'vitest'
import { failureOf } from '../../../../platform/src/base/outbound/failure-of.ts'
import { readAnswer } from '../../../../platform/src/delivery/lookups/read-lookup.ts'
import { judge } from '../../../../platform/src/delivery/webhooks/acknowledgement.ts'
import { knownProblem } from './known-problem.ts'

const keyOf = (sentence: string | null): string | undefined => knownProblem(sentence ?? '')?.key

const answered = (status: number, body: string): string | null =>
  judge({ ok: true, status, headers: {}, body: Buffer.from(body), durationMs: 5 } as never, 'x')
    .error

test.each([
  [503, '', 'status'],
  [204, '', 'otherSuccess'],
  [200, 'OK', 'notJson'],
  [200, '[]', 'notObject'],
  [200, '{}', 'noSuccess'],
  [200, '{"success":"yes"}', 'successNotTrue'],
])('an acknowledgement of %i %s is explained as %s', (status, body, key) => {
  expect(keyOf(answered(status, body))).toBe(key)
})

const failed = (code: string, phase: Parameters<typeof failureOf>[1], isTls = false): string =>
  failureOf(Object.assign(new Error('x'), { code }), phase, isTls).message

test('a failure of the network is explained, with the name that engineers know', () => {
  expect(knownProblem(failed('ECONNREFUSED', 'connecting'))).toEqual({
    key: 'noConnection',
    values: {},
    code: 'ECONNREFUSED',
  })
  expect(keyOf(failed('ECONNRESET', 'sent'))).toBe('closedBefore')
  expect(keyOf(failed('ECONNRESET', 'answering'))).toBe('closedMiddle')
  expect(keyOf(failed('ETIMEDOUT', 'connecting'))).toBe('networkTimeout')
  expect(keyOf(failed('CERT_HAS_EXPIRED', 'connecting', true))).toBe('tls')
})

const looked = (status: number, body: string): string => {
  const read = readAnswer(status, Buffer.from(body), { reference: 'A', apiSecret: 's' })
  return read.ok ? '' : read.explanation
}

test('a failed lookup is explained', () => {
  expect(keyOf(looked(401, ''))).toBe('badSecret')
  expect(knownProblem(looked(500, ''))).toMatchObject({
    key: 'lookupStatus',
    values: { status: '500' },
  })
  expect(keyOf(looked(404, '<html>'))).toBe('noErrorCode')
  expect(keyOf('the partner gave no usable answer: no connection could be made')).toBe(
    'noConnection',
  )
})

test('an unknown sentence stays as it is', () => {
  expect(knownProblem('all 9 origins that may be connected to are in use')).toBeNull()
})
