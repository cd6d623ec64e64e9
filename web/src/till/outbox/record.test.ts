import { describe, expect, test } from 'vitest'
import type { ChannelPayment } from '@wasl/protocol'
import { ApiFailure } from '../../api/failure.ts'
import {
  answered,
  newRecord,
  ownPaymentOf,
  refusedBy,
  reported,
  reportedAs,
  type OutboxRecord,
} from './record.ts'

const AMOUNT = 1_500

const payment = (fields: Partial<ChannelPayment> = {}): ChannelPayment => ({
  paymentId: '01a206de-8670-71bf-85ae-9c00000003e9',
  stage: 'locked',
  reference: 'COLIS/0001',
  partnerId: 'prt_1001',
  amount: AMOUNT,
  currency: 'DZD',
  amount_detail: [],
  details: [],
  lockReleaseTime: '2026-11-19T08:00:00.000Z',
  paidAt: null,
  refundedAt: null,
  refundedAmount: 0,
  failReason: null,
  qrCodeToken: null,
  agentId: 'agt_1',
  takenBy: null,
  ...fields,
})

const TAKEN = {
  owner: 'usr_1',
  agentId: 'agt_1',
  payee: 'Dar El Bahia',
  given: null,
  takenAt: '2026-11-19T07:00:00.000Z',
}

let keys = 0

const taken = (): OutboxRecord =>
  newRecord({ ...TAKEN, payment: payment() }, () => `key-${(keys += 1)}`)

const NOW = { ms: 1_000, iso: '2026-11-19T09:00:00.000Z' }

const refuse = (record: OutboxRecord, status: number, error: string, more = {}): OutboxRecord =>
  refusedBy(record, new ApiFailure(new Response(null, { status }), { error, ...more }), NOW)

const lost = (): OutboxRecord => refuse(taken(), 409, 'PAYMENT409_LOCK_LOST')

describe('money that was taken', () => {
  test('is confirmed by the answer to its confirmation', () => {
    const paidAt = '2026-11-19T07:00:05.000Z'
    expect(answered(taken(), payment({ stage: 'paid', paidAt }))).toMatchObject({
      state: 'confirmed',
      paidAt,
    })
  })

  test('says what is in the drawer: centimes have no coins', () => {
    const of = (amount: number) =>
      newRecord({ ...TAKEN, payment: payment({ amount }) }, () => 'key').cash
    expect([of(2_200.5), of(2_200)]).toEqual([2_201, 2_200])
  })

  test('has a key of its own for each step', () => {
    const { keys: own } = taken()
    expect(new Set(Object.values(own)).size).toBe(5)
  })

  test.each([
    [401, 'SESSION401_UNAUTHORIZED'],
    [429, 'CHANNEL429_TOO_MANY_LOCKS'],
    [503, 'SERVER503_UNAVAILABLE'],
    [409, 'IDEMPOTENCY409_IN_PROGRESS'],
  ])('waits after %i %s, and is never given up', (status, code) => {
    expect(refuse(taken(), status, code)).toMatchObject({
      state: 'waiting',
      step: 'confirm',
      trouble: code,
      nextAttemptAtMs: 2_000,
    })
  })

  test('whose lock was lost is opened again, and confirmed there at the same amount', () => {
    const opened = answered(lost(), payment({ paymentId: 'new' }))
    expect(lost().step).toBe('reopen')
    expect(opened).toMatchObject({ step: 'reconfirm', newPaymentId: 'new', state: 'waiting' })
    expect(answered(opened, payment({ paidAt: NOW.iso })).state).toBe('confirmed')
  })

  test('is not confirmed at another amount: the new payment is released, the cash reported', () => {
    const dearer = answered(lost(), payment({ paymentId: 'new', amount: AMOUNT + 1 }))
    expect(dearer.step).toBe('release')
    const released = answered(dearer, payment({ stage: 'released' }))
    expect(released.step).toBe('report')
    expect(reported(released, 'case', NOW.iso)).toMatchObject({
      state: 'conflict',
      conflict: { code: 'AMOUNT_CHANGED', caseId: 'case' },
    })
  })

  test.each([
    [409, 'REFERENCE409_ALREADY_PAID'],
    [404, 'REFERENCE404_NOT_FOUND'],
    [403, 'PARTNER403_INACTIVE'],
    [409, 'AGENT409_NOT_ON_SHIFT'],
  ])('is reported when the reference cannot be opened again: %i %s', (status, code) => {
    expect(refuse(lost(), status, code)).toMatchObject({ step: 'report', refusal: { code } })
  })

  test('waits when the partner gives no answer about the reference', () => {
    expect(refuse(lost(), 503, 'PARTNER503_UNAVAILABLE')).toMatchObject({
      step: 'reopen',
      state: 'waiting',
    })
  })

  test('is reported when the partner gives no answer three times: it is in a book then', () => {
    const code = 'PARTNER503_UNAVAILABLE'
    const second = refuse(refuse(lost(), 503, code), 503, code)
    expect(second).toMatchObject({ step: 'reopen', state: 'waiting' })
    expect(refuse(second, 503, code)).toMatchObject({ step: 'report', refusal: { code } })
  })

  test('is confirmed when another device confirmed a payment with it', () => {
    const reporting = refuse(lost(), 409, 'REFERENCE409_ALREADY_PAID')
    const ended = { caseId: 'case', confirmedBy: 'other', resolvedAt: NOW.iso }
    expect(reportedAs(reporting, ended, NOW.iso)).toMatchObject({
      state: 'confirmed',
      newPaymentId: 'other',
      paidAt: NOW.iso,
    })
    const open = { caseId: 'case', confirmedBy: null, resolvedAt: null }
    expect(reportedAs(reporting, open, NOW.iso)).toMatchObject({
      state: 'conflict',
      conflict: { code: 'REFERENCE409_ALREADY_PAID', caseId: 'case' },
    })
  })

  test('is not confirmed when the payer has it back: the new payment is released', () => {
    const opened = answered(lost(), payment({ paymentId: 'new' }))
    expect(refuse(opened, 409, 'CASE409_RESOLVED')).toMatchObject({
      step: 'release',
      refusal: { code: 'CASE409_RESOLVED' },
    })
  })

  test('of a conflict names the payment that the same agent confirmed', () => {
    const paidHere = { paymentId: 'other', paidAt: NOW.iso, agentId: 'agt_1', agentName: 'Lotfi' }
    const reporting = refuse(lost(), 409, 'REFERENCE409_ALREADY_PAID', { paidHere })
    const conflict = reported(reporting, 'case', NOW.iso)
    expect(ownPaymentOf(conflict)).toEqual(paidHere)
    expect(ownPaymentOf({ ...conflict, agentId: 'agt_2' })).toBeNull()
    expect(ownPaymentOf(reported(lost(), 'case', NOW.iso))).toBeNull()
  })

  test('that was reported otherwise is in the case that the platform names', () => {
    const reporting = refuse(lost(), 409, 'REFERENCE409_ALREADY_PAID')
    expect(refuse(reporting, 409, 'CASE409_REPORTED_OTHERWISE', { caseId: 'case' })).toMatchObject({
      state: 'conflict',
      conflict: { caseId: 'case' },
    })
  })

  test('is a conflict without a case when the platform opens none', () => {
    const reporting = refuse(lost(), 409, 'REFERENCE409_ALREADY_PAID')
    expect(refuse(reporting, 409, 'CASE409_NOT_REFUSED')).toMatchObject({
      state: 'conflict',
      conflict: { code: 'REFERENCE409_ALREADY_PAID', caseId: null },
    })
  })
})
