/** A partner that is broken in one thing fails exactly the checks that stand for it. */
import { describe, expect, test } from 'vitest'
import { HEADER_FAULTS } from './broken/header-faults.ts'
import { LOOKUP_FAULTS } from './broken/lookup-faults.ts'
import { certifyPartner, idsOf } from './certify-partner.ts'

describe('certify', { timeout: 60_000 }, () => {
  test.for([...LOOKUP_FAULTS, ...HEADER_FAULTS])('finds that $name', async ({ rules, fails }) => {
    const report = await certifyPartner(rules)
    expect(idsOf(report, 'failed').toSorted()).toEqual(fails.toSorted())
    expect(report.summary.conforms).toBe(false)
  })
})
