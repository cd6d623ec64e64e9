/** A partner with one fault fails exactly the checks about that fault. */
import { describe, expect, test } from 'vitest'
import { CHECKS } from '../src/index.ts'
import { HEADER_FAULTS } from './broken/header-faults.ts'
import { LOOKUP_FAULTS } from './broken/lookup-faults.ts'
import { ANSWER_FAULTS } from './broken/answer-faults.ts'
import { QR_FAULTS } from './broken/qr-faults.ts'
import { RISKS, STYLES } from './broken/styles.ts'
import { WEBHOOK_FAULTS } from './broken/webhook-faults.ts'
import { optionsFor } from './broken/fault.ts'
import { certifyPartner, idsOf } from './certify-partner.ts'

describe('certify', () => {
  test('passes the correct partner in every check', async () => {
    const report = await certifyPartner()
    const isNoted = (outcome: string, warning: string | null): boolean =>
      outcome !== 'passed' || warning !== null
    expect(report.checks.filter(({ outcome, warning }) => isNoted(outcome, warning))).toEqual([])
    expect(report.summary).toMatchObject({ total: CHECKS.length, conforms: true, complete: true })
  })

  const FAULTS = [...WEBHOOK_FAULTS, ...QR_FAULTS, ...ANSWER_FAULTS]

  test.concurrent.for(FAULTS)('finds that $name', async (fault) => {
    const { rules, fails, first } = fault
    const report = await certifyPartner(rules, optionsFor(fault))
    const failed = idsOf(report, 'failed')
    expect(failed.toSorted()).toEqual(fails.toSorted())
    expect(failed[0]).toBe(first ?? failed[0])
    expect(report.summary.conforms).toBe(false)
  })

  test.concurrent.for(RISKS)('warns that $name, without a failure', async ({ rules, fails }) => {
    const report = await certifyPartner(rules)
    expect(idsOf(report, 'failed')).toEqual([])
    expect(idsOf(report, 'warned')).toEqual(fails)
    expect(report.summary).toMatchObject({ conforms: true, warned: fails.length })
  })

  test.concurrent.for(STYLES)('passes a partner that $name', async ({ rules }) => {
    const report = await certifyPartner(rules)
    expect([...idsOf(report, 'failed'), ...idsOf(report, 'warned')]).toEqual([])
    expect(report.summary.conforms).toBe(true)
  })

  test('has a broken partner for every check', () => {
    const faults = [...LOOKUP_FAULTS, ...HEADER_FAULTS, ...FAULTS]
    const failed = new Set([...faults, ...RISKS].flatMap(({ fails }) => fails))
    expect(CHECKS.map(({ id }) => id).filter((id) => !failed.has(id))).toEqual([])
  })
})
