import { expect, test } from 'vitest'
import { foldName } from './fold-name.ts'

test.each([
  ['Nadia Benali', 'nadia  benali '],
  ['Nadia', 'NADIA'],
  ['Nadia', 'Νаdiа'],
  ['Nadia', 'Ｎａｄｉａ'],
  ['Nadia', 'Nad\u200bia'],
  ['Ali', 'AIi'],
  ['İnes', 'ınes'],
  ['Karima', 'Karirna'],
  ['Rachid', 'Rachíd'],
  ['يحيى كريمة', 'يحيي کریمه'],
])('%s and %j look the same', (name, other) => {
  expect(foldName(other)).toBe(foldName(name))
})

test.each([
  ['Nadia', 'Nadira'],
  ['Karim', 'Karima'],
  ['Ali Ben', 'Ali Bel'],
])('%s and %s do not', (name, other) => {
  expect(foldName(other)).not.toBe(foldName(name))
})
