import { expect, test } from 'vitest'
import { csvField, safeField } from './csv-field.ts'

test.for([
  ['plain', 'plain'],
  ['a, b', '"a, b"'],
  ['say "x"', '"say ""x"""'],
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@sum', "'@sum"],
  ['\t=1', "'\t=1"],
  ['=1\r\n2', '"\'=1\r\n2"'],
  [' =1+1', "' =1+1"],
  ['\u00a0@SUM(1)', "'\u00a0@SUM(1)"],
  ['\uff1d1+1', "'\uff1d1+1"],
  ['\uff20SUM(1)', "'\uff20SUM(1)"],
] as const)('a program reads %o as %o', ([text, field]) => {
  expect(csvField(text)).toBe(field)
})

test.for([
  ['plain', '"plain"'],
  ['=1;"x"', '"\'=1;""x"""'],
  [' \uff0b1', '"\' \uff0b1"'],
  ['INV\u202e1', String.raw`"INV\u{202E}1"`],
] as const)('a person reads %o as %o', ([text, field]) => {
  expect(safeField(text)).toBe(field)
})
