import { expect, test } from 'vitest'
import { rowsAsCsv } from './run-report.ts'

test('a name is no formula in a table, also behind a space or in full width; a count is a number', () => {
  const found = {
    columns: [['name', 'text'] as const, ['count', 'count'] as const],
    rows: [' =1+1', '\uff1d1+1'].map((name) => ({ name, count: -1 })),
  }
  expect(rowsAsCsv(found)).toBe("name,count\r\n' =1+1,-1\r\n'\uff1d1+1,-1\r\n")
})
