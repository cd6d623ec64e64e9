import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ApiError } from '../../base/api-error.ts'
import { pageOf, readCursor, readNumber, readUuid } from './cursor.ts'

const same = { idOf: (id: number) => id, toItem: (id: number) => id }

describe('pages', () => {
  test('end with null when no row is left, and otherwise have a cursor', () => {
    expect(pageOf([1, 2], 2, same)).toEqual({ items: [1, 2], nextCursor: null })
    expect(pageOf([], 2, same)).toEqual({ items: [], nextCursor: null })
    const page = pageOf([1, 2, 3], 2, same)
    expect(page.items).toEqual([1, 2])
    expect(readCursor(page.nextCursor as string, readNumber)).toBe(2)
  })

  test('carry a UUID through their cursor', () => {
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        const page = pageOf([id, id], 1, { idOf: (row) => row, toItem: (row) => row })
        expect(readCursor(page.nextCursor as string, readUuid)).toBe(id)
      }),
    )
  })
})

describe('a cursor that came from no page', () => {
  test('is refused, whatever it contains', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(readUuid(text) === null && readNumber(text) === null)
        const cursor = Buffer.from(text).toString('base64url')
        expect(() => readCursor(cursor, readUuid)).toThrow(ApiError)
        expect(() => readCursor(cursor, readNumber)).toThrow(ApiError)
      }),
    )
  })

  test.each([
    '0',
    '-1',
    '1.5',
    '01',
    '2147483648',
    '9999999999',
    '12a',
    ' 12',
    '12 ',
    '1e3',
    '12\n',
  ])('is refused where a number stood: %j', (text) => expect(readNumber(text)).toBeNull())

  test('is refused when anything precedes or follows its UUID', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.string({ minLength: 1 }), (id, text) => {
        expect(readUuid(id)).toBe(id)
        expect(readUuid(id + text)).toBeNull()
        expect(readUuid(text + id)).toBeNull()
      }),
    )
  })

  test('is refused when it belongs to another list', () => {
    const number = Buffer.from('1001').toString('base64url')
    expect(readNumber('2147483647')).toBe(2_147_483_647)
    expect(() => readCursor(number, readUuid)).toThrow('VALIDATION400')
    expect(readCursor(undefined, readUuid)).toBeNull()
  })
})
