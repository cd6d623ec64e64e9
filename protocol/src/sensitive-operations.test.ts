import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Operation } from './operation.ts'
import { OPERATIONS } from './operations.ts'
import type { Permission } from './permissions.ts'
import { SENSITIVE_OPERATIONS, type Sensitive } from './sensitive-operations.ts'

/** A change with one of these is about money. */
const MONEY = new Set<Permission | undefined>([
  'payments.refund',
  'cash.count',
  'cash.receive',
  'cash.adjust',
  'deposits.make',
  'deposits.confirm',
  'statements.close',
  'statements.approve',
  'payouts.instruct',
  'payouts.confirm',
  'fees.edit',
  'recon.resolve',
])

/** Answers with one of these fields show a secret. */
const SECRETS = new Set(['apiKey', 'apiSecret', 'hmacSecret', 'link', 'recoveryCodes', 'uri'])

/** A code of these is a secret; not so the code of a transfer or of a refusal. */
const ONE_TIME_CODES = new Set(['makePinCode', 'offerHandover', 'issueRefundCode', 'approveRefund'])

const operations = Object.values(OPERATIONS)
  .flatMap((tables) => Object.values(tables as Record<string, Record<string, Operation>>))
  .flatMap((table) => Object.entries(table))
  .filter(([, operation]) => operation.method !== 'GET')

const fieldsOf = (schema: unknown): string[] => {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties = {} } = schema as { properties?: object }
  return [...Object.keys(properties), ...Object.values(schema).flatMap(fieldsOf)]
}

const showsSecret = ([name, { answer, path }]: [string, Operation]): boolean => {
  if (ONE_TIME_CODES.has(name)) return true
  if (!('schema' in answer)) return false
  const fields = fieldsOf(z.toJSONSchema(answer.schema, { unrepresentable: 'any', io: 'output' }))
  return fields.some((field) => SECRETS.has(field)) || path.endsWith('/rotate')
}

const sensitive = operations.filter(
  (entry) =>
    showsSecret(entry) || MONEY.has(entry[1].permission) || entry[0] in SENSITIVE_OPERATIONS,
)

test('the table has every operation that shows a secret or is about money, and no other', () => {
  const missing = sensitive.filter(([name]) => !(name in SENSITIVE_OPERATIONS))
  expect(missing.map(([name]) => name)).toEqual([])
  const names = new Set(operations.map(([name]) => name))
  expect(Object.keys(SENSITIVE_OPERATIONS).filter((name) => !names.has(name))).toEqual([])
})

test.each(sensitive)('%s declares what the table says of it', (name, operation) => {
  const { stepUp, secondPerson } = SENSITIVE_OPERATIONS[name] as Sensitive
  expect(operation.stepUp === true).toBe(stepUp === true)
  const errors = operation.errors ?? []
  const needs = typeof secondPerson === 'string' ? secondPerson : 'none'
  expect(errors.includes('APPROVAL409_SECOND_PERSON')).toBe(needs.startsWith('says the same'))
  expect(needs !== 'approves' || errors.includes('APPROVAL409_SAME_PERSON')).toBe(true)
  const approvedBy =
    typeof secondPerson === 'object' && 'approvedBy' in secondPerson
      ? secondPerson.approvedBy
      : name
  expect(operations.map(([other]) => other)).toContain(approvedBy)
})

test('a secret is shown after a confirmation, except at the till and by a link', () => {
  const others = sensitive
    .filter((entry) => showsSecret(entry) && entry[1].stepUp !== true)
    .map(([name]) => name)
  expect(others.toSorted()).toEqual(['acceptInvitation', 'offerHandover', 'startInvitedTotp'])
})
