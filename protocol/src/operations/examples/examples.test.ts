import { describe, expect, test } from 'vitest'
import { auditEntry } from './audit-log.ts'
import * as examples from './payments.ts'
import { partner } from './partners.ts'

describe('the examples of the document', () => {
  test('keep an acknowledged event delivered when it is sent again (W17)', () => {
    const { state, deliveredAt, nextAttemptAt } = examples.dueEventDetail
    expect({ state, deliveredAt }).toEqual({
      state: 'delivered',
      deliveredAt: examples.eventRecord.deliveredAt,
    })
    expect(nextAttemptAt).not.toBeNull()
  })

  test('show the warning that the platform writes about a breakdown', () => {
    expect(partner.warnings).toMatchObject([
      {
        kind: 'amount_detail',
        message: expect.stringMatching(/^The \d values of amount_detail do not add up to /),
      },
    ])
  })

  test('name who acts as the audit log does (W27)', () => {
    expect(auditEntry.actor).toBe('environment')
  })
})
