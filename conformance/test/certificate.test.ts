/** What counts as a certificate, and how every form of a report says that a run earned none. */
import { describe, expect, test } from 'vitest'
import { CHECKS, toHtml, toJson, toJunit, toText } from '../src/index.ts'
import type { CertifyOptions, Report } from '../src/index.ts'
import { REFERENCES } from './broken/shop.ts'
import { certifyPartner } from './certify-partner.ts'

const TOTAL = CHECKS.length

const stopAfter = (count: number): Partial<CertifyOptions> => {
  const controller = new AbortController()
  return {
    signal: controller.signal,
    onCheck: ({ kind, done }) => {
      if (kind === 'finished' && done === count) controller.abort()
    },
  }
}

describe('a run that leaves checks out', () => {
  const LIMITS: [string, () => Partial<CertifyOptions>, number][] = [
    ['--only', () => ({ only: ['connection'] }), 2],
    ['--skip', () => ({ skip: CHECKS.slice(5).map(({ id }) => id) }), 5],
    ['an interruption', () => stopAfter(3), 3],
  ]

  test.for(LIMITS)('by %s is no certificate, in any form', async ([, limit, passed]) => {
    const report = await certifyPartner({}, limit())
    const said = `${passed} of ${TOTAL} checks: no certificate.`
    expect(report.summary).toMatchObject({
      passed,
      failed: 0,
      required: TOTAL,
      requiredPassed: passed,
      complete: false,
      conforms: false,
    })
    expect(toText(report)).toContain(said)
    expect(toHtml(report)).toContain(`<p class="verdict partial">${said}`)
    expect(toJunit(report)).toContain(`<skipped message="${said}`)
    expect(JSON.parse(toJson(report))).toMatchObject({ summary: { conforms: false } })
    for (const text of [toText(report), toHtml(report), toJunit(report)]) {
      expect(text).not.toMatch(/\bConforms\b/)
    }
  })

  test('is complete when only what a certificate does not need was left out', async () => {
    const { pay, ...references } = REFERENCES
    const report = await certifyPartner({}, { references: { ...references, pay: pay.slice(0, 2) } })
    expect(report.summary).toMatchObject({
      skipped: 1,
      required: TOTAL - 1,
      complete: true,
      conforms: true,
    })
    expect(toText(report)).toContain(`Conforms: ${TOTAL - 1} of ${TOTAL - 1} checks.`)
    expect(toJunit(report)).toContain('name="Every check that a certificate needs')
  })
})

describe('the end of a text', () => {
  const endOf = (report: Report): string => toText(report).split('\nanswers\n').at(-1) ?? ''

  test('repeats the failures in order, with the skips that follow from them in one line', async () => {
    const report = await certifyPartner({
      acknowledgement: { status: 201, value: { success: true } },
    })
    const end = endOf(report)
    const skipped = report.checks.filter(({ blockedBy }) => blockedBy === 'webhook-acknowledged')
    expect(skipped.length).toBeGreaterThan(20)
    expect(end).toMatch(/To repair, in this order\n {2}✗ A correctly signed webhook/)
    const line = `${skipped.length} checks were skipped because of a failure before them: webhook-acknowledged.`
    expect(end.replaceAll(/\s+/g, ' ')).toContain(line)
    expect(toText(report).match(/without it this one would tell nothing/g)?.length).toBeLessThan(9)
  })

  test('begins with the clock when that is off', async () => {
    const report = await certifyPartner(
      {
        detailsOf: () => ({}),
        write: (response, { status, value }) => {
          const date = new Date(Date.now() - 120_000).toUTCString()
          const headers = { 'content-type': 'application/json', date }
          response.writeHead(status, headers).end(JSON.stringify(value))
        },
      },
      { only: ['lookup', 'answers-in-time'] },
    )
    expect(endOf(report)).toMatch(/\n\nWarning: By the Date header[^]*\nTo repair, in this order\n/)
  })

  test('has nothing to repair where nothing failed', async () => {
    const report = await certifyPartner({}, { only: ['lookup', 'answers-in-time'] })
    expect(endOf(report)).not.toContain('To ')
  })
})
