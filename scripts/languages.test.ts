import { expect, test } from 'vitest'
import { missingText } from './test/languages.ts'

test('a missing language is named with what is needed of it and how to get it', () => {
  expect(missingText(['php', 'python3'])).toBe(
    'Missing: php 8 with pdo_sqlite and sodium; python3. Tests that need it are left out. ' +
      'To run them: apt-get install php-cli php-sqlite3 python3',
  )
})
