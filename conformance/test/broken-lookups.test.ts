/** A partner with one fault fails exactly the checks about that fault. */
import { describe, expect, test } from 'vitest'
import { HEADER_FAULTS } from './broken/header-faults.ts'
import { LOOKUP_FAULTS } from './broken/lookup-faults.ts'
import { optionsFor } from './broken/fault.ts'
import { certifyPartner, idsOf } from './certify-partner.ts'

describe('certify', () => {
  test.concurrent.for([...LOOKUP_FAULTS, ...HEADER_FAULTS])('finds that $name', async (fault) => {
    const { rules, fails, first } = fault
    const report = await certifyPartner(rules, optionsFor(fault))
    const failed = idsOf(report, 'failed')
    expect(failed.toSorted()).toEqual(fails.toSorted())
    expect(failed[0]).toBe(first ?? failed[0])
    expect(report.summary.conforms).toBe(false)
  })
})
