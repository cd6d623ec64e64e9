import { describe, expect, test } from 'vitest'
import { headerReader } from './header-reader.ts'

describe('reading headers out of anything', () => {
  test.each([
    ['nothing', undefined],
    ['null', null],
    ['text', 'authorization: x'],
    ['an empty object', {}],
    ['an object without the header', { other: 'x' }],
    ['an undefined header', { authorization: undefined }],
    ['an empty list', { authorization: [] }],
    ['Headers without it', new Headers()],
    ['Headers of another library', { get: () => undefined }],
  ])('%s has none', (_name, headers) => {
    expect(headerReader(headers).get('authorization')).toBeNull()
  })

  test.each([
    ['an object', { authorization: 'x' }],
    ['an object with capitals', { Authorization: 'x' }],
    ['a list of one', { authorization: ['x'] }],
    ['Headers', new Headers({ authorization: 'x' })],
    [
      'Headers of another library',
      { get: (name: string) => (name === 'authorization' ? 'x' : '') },
    ],
  ])('%s has it', (_name, headers) => {
    expect(headerReader(headers).get('authorization')).toBe('x')
  })

  test.each([
    ['a list of two', { authorization: ['x', 'y'] }, 'x, y'],
    ['two spellings', { authorization: 'x', AUTHORIZATION: 'y' }, 'x, y'],
    ['Headers with two', new Headers([...pair('x'), ...pair('y')]), 'x, y'],
    ['a number', { authorization: 5 }, ', '],
    ['a list with something else in it', { authorization: ['x', {}] }, ', '],
    [
      'Headers that throw',
      {
        get: () => {
          throw new Error('no such header')
        },
      },
      ', ',
    ],
  ])('%s fits nothing that is expected', (_name, headers, value) => {
    expect(headerReader(headers).get('authorization')).toBe(value)
  })
})

const pair = (value: string): [string, string][] => [['authorization', value]]
