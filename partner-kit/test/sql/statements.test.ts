import { describe, expect, test } from 'vitest'
import { sqlDedupe } from '../../src/sql/sql-dedupe.ts'
import { SQL_DIALECTS, handledEventsTable, sqlStatements } from '../../src/sql/statements.ts'
import type { SqlDialect } from '../../src/sql/statements.ts'

describe('the statements', () => {
  test.each(SQL_DIALECTS)('name the table of the partner in %s', (dialect) => {
    for (const statement of Object.values(sqlStatements(dialect, 'shop.seen_events'))) {
      expect(statement).toContain(' shop.seen_events ')
    }
  })

  test.each(['', 'a b', 'a;drop table b', 'a-b', 'a.b.c', '1a', 'événements', 'a'.repeat(64)])(
    'are not made for a table called "%s"',
    (table) => {
      expect(() => handledEventsTable('sqlite', table)).toThrow('table: expected a plain name')
    },
  )

  test('are not made for another dialect', () => {
    expect(() => handledEventsTable('oracle' as SqlDialect)).toThrow('expected one of postgresql')
  })
})

describe('a store of your own', () => {
  const right = {
    dialect: 'sqlite' as const,
    transaction: (work: (transaction: string) => Promise<void>) => work('transaction'),
    execute: () => 1,
  }

  test('counts rows as numbers and as bigints', async () => {
    for (const execute of [() => 1, () => 1n, async () => 1]) {
      const dedupe = sqlDedupe({ ...right, execute })
      expect(await dedupe.once('key', async () => {})).toBe('ran')
    }
    expect(await sqlDedupe({ ...right, execute: () => 0n }).once('key', fail)).toBe('duplicate')
  })

  test.each([undefined, null, {}, 'one', Number.NaN, -1, 0.5])(
    'whose execute answers %s instead of a number of rows runs nothing',
    async (answer) => {
      const dedupe = sqlDedupe({ ...right, execute: () => answer as number })
      await expect(dedupe.once('key', fail)).rejects.toThrow('expected the number of rows')
    },
  )

  test('whose transaction swallows the error of its work is caught', async () => {
    const transaction = async (work: (transaction: string) => Promise<void>): Promise<void> => {
      await work('transaction').catch(() => {})
    }
    const dedupe = sqlDedupe({ ...right, transaction })
    await expect(dedupe.once('key', fail)).rejects.toThrow('transaction resolved although')
  })

  test('whose record is gone when the handler has ended is caught', async () => {
    let rows = 2
    const execute = (): number => {
      rows -= 1
      return rows
    }
    const dedupe = sqlDedupe({ ...right, execute })
    await expect(dedupe.once('key', async () => {})).rejects.toThrow('no longer has the record')
  })

  test('whose transaction tries again runs the handler again, and counts the last try', async () => {
    let tries = 0
    const transaction = async (work: (transaction: string) => Promise<void>): Promise<void> => {
      await work('first').catch(() => {})
      await work('second')
    }
    const dedupe = sqlDedupe({ ...right, transaction })
    const outcome = await dedupe.once('key', async () => {
      tries += 1
      if (tries === 1) throw new Error('could not serialize access')
    })
    expect({ outcome, tries }).toEqual({ outcome: 'ran', tries: 2 })
  })

  test.each(['transaction', 'execute'] as const)('without %s is not made', (name) => {
    const options: typeof right = { ...right, [name]: undefined }
    expect(() => sqlDedupe(options)).toThrow(`sqlDedupe: ${name}: expected a function`)
  })
})

const fail = async (): Promise<void> => {
  throw new Error('the handler was not to run, or failed')
}
