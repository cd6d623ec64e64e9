import { expect, test } from 'vitest'
import { foldName, isDisguised } from './fold-name.ts'

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
  ['أمين', 'ٱمين'],
  ['Salima', 'Sałima'],
  ['Nadia', 'Nadɨa.'],
  ['Karim-Ali', 'Ƙarim Ali'],
  ['Omar', 'Ømar'],
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

test.each([
  'ꓢꓮꓡꓲꓟꓮ',
  'Ꮪalima',
  'Ⲕarim',
  'Hոda',
  'ᗩli',
  'K𐊠rim',
  '🅺arim',
  'Nadia ☾',
  'Kаrim',
  'ꓮli كريم',
])('%s is a disguise', (name) => {
  expect(isDisguised(name)).toBe(true)
})

test.each([
  'Amina Ben-Saïd',
  'يحيى بن علي',
  'ⵎⴰⵙⵉⵏ',
  'Иван Петров',
  '山田 太郎',
  'Karim كريم',
  'erp (nightly), no. 2',
  "M'hamed O’Neil",
  'Ⅳ Karim',
])('%s is a plain name', (name) => {
  expect(isDisguised(name)).toBe(false)
})
