import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { AUDIT_ACTIONS } from '@wasl/protocol/audit-words'

const PLATFORM = join(import.meta.dirname, '../../../../platform/src')

test('every act that the platform writes into its audit log has words', () => {
  const written = new Set<string>()
  for (const file of globSync('**/*.ts', { cwd: PLATFORM })) {
    if (file.endsWith('.test.ts')) continue
    const source = readFileSync(join(PLATFORM, file), 'utf8')
    for (const [, value = ''] of source.matchAll(/\baction:([^,}]*)/g)) {
      for (const [, action = ''] of value.matchAll(/'([a-z-]+\.[a-z-]+)'/g)) written.add(action)
    }
  }
  expect(written.size).toBeGreaterThan(60)
  expect([...written].filter((action) => !(action in AUDIT_ACTIONS))).toEqual([])
})
