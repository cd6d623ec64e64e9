/** A partner that is broken in one thing fails exactly the checks that stand for it. */
import { describe, expect, test } from 'vitest'
import { CHECKS } from '../src/index.ts'
import { HEADER_FAULTS } from './broken/header-faults.ts'
import { LOOKUP_FAULTS } from './broken/lookup-faults.ts'
import { ANSWER_FAULTS } from './broken/answer-faults.ts'
import { QR_FAULTS } from './broken/qr-faults.ts'
import { WEBHOOK_FAULTS } from './broken/webhook-faults.ts'
import { certifyPartner, idsOf } from './certify-partner.ts'

describe('certify', { timeout: 60_000 }, () => {
  test('finds nothing to mend at the honest partner, and leaves nothing out', async () => {
    const report = await certifyPartner()
    expect(report.checks.filter(({ outcome }) => outcome !== 'passed')).toEqual([])
    expect(report.summary).toMatchObject({ total: CHECKS.length, conforms: true, complete: true })
  })

  const FAULTS = [...WEBHOOK_FAULTS, ...QR_FAULTS, ...ANSWER_FAULTS]

  test.for(FAULTS)('finds that $name', async ({ rules, fails }) => {
    const report = await certifyPartner(rules)
    expect(idsOf(report, 'failed').toSorted()).toEqual(fails.toSorted())
    expect(report.summary.conforms).toBe(false)
  })

  test('has a broken partner for every check', () => {
    const faults = [...LOOKUP_FAULTS, ...HEADER_FAULTS, ...FAULTS]
    const failed = new Set(faults.flatMap(({ fails }) => fails))
    expect(CHECKS.map(({ id }) => id).filter((id) => !failed.has(id))).toEqual([])
  })
})
