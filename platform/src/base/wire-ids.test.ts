import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  channelNumber,
  channelWireId,
  partnerNumber,
  partnerOfId,
  partnerWireId,
} from './wire-ids.ts'

const numbers = fc.integer({ min: 1, max: 2_147_483_647 })

describe('ids on the wire', () => {
  test('every partner and channel number survives the way to the wire and back', () => {
    fc.assert(
      fc.property(numbers, (number) => {
        expect(partnerNumber(partnerWireId(number))).toBe(number)
        expect(channelNumber(channelWireId(number))).toBe(number)
      }),
    )
  })

  test.each([
    '',
    'prt_',
    'prt_0',
    'prt_01',
    'prt_-1',
    'prt_1.5',
    'prt_1e3',
    'prt_2147483648',
    'chn_7',
  ])('%j is no partner id', (wireId) => {
    expect(partnerNumber(wireId)).toBeNull()
  })

  test('a line feed behind an id makes it no id', () => {
    expect(partnerNumber('prt_1001\n')).toBeNull()
    expect(partnerOfId('01989d2e-5c00-7a10-8f3b-9c1e000003e9\n')).toBeNull()
  })
})

describe('the partner in a UUID', () => {
  test('is its last eight hexadecimal digits, in either case', () => {
    fc.assert(
      fc.property(numbers, fc.uuid(), fc.boolean(), (number, uuid, upper) => {
        const id = uuid.slice(0, -8) + number.toString(16).padStart(8, '0')
        expect(partnerOfId(upper ? id.toUpperCase() : id)).toBe(number)
      }),
    )
  })

  test('is null when no partner can have the number', () => {
    expect(partnerOfId('01989d2e-5c00-7a10-8f3b-9c1e00000000')).toBeNull()
    expect(partnerOfId('01989d2e-5c00-7a10-8f3b-9c1e80000000')).toBeNull()
    expect(partnerOfId('01989d2e-5c00-7a10-8f3b-9c1effffffff')).toBeNull()
  })

  test('is null for an unusual notation of a UUID, although PostgreSQL would accept it', () => {
    for (const text of [
      '',
      'prt_1001',
      '{01989d2e-5c00-7a10-8f3b-9c1e000003e9}',
      '01989d2e5c007a108f3b9c1e000003e9',
    ]) {
      expect(partnerOfId(text)).toBeNull()
    }
  })
})
