/** What counts as a certificate, and how each form of a report says that a run earns no certificate. */
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

describe('an incomplete run', () => {
  const LIMITS: [string, () => Partial<CertifyOptions>, number][] = [
    ['--only', () => ({ only: ['connection'] }), 2],
    ['--skip', () => ({ skip: CHECKS.slice(5).map(({ id }) => id) }), 5],
    ['an interruption', () => stopAfter(3), 3],
  ]

  test.for(LIMITS)('after %s is not a certificate in any form', async ([, limit, passed]) => {
    const report = await certifyPartner({}, limit())
    const verdict = `${passed} of ${TOTAL} checks: no certificate.`
    expect(report.summary).toMatchObject({
      passed,
      failed: 0,
      required: TOTAL,
      requiredPassed: passed,
      complete: false,
      conforms: false,
    })
    expect(toText(report)).toContain(verdict)
    expect(toHtml(report)).toContain(`<p class="verdict partial">${verdict}`)
    expect(toJunit(report)).toContain(`<skipped message="${verdict}`)
    expect(JSON.parse(toJson(report))).toMatchObject({ summary: { conforms: false } })
    for (const text of [toText(report), toHtml(report), toJunit(report)]) {
      expect(text).not.toMatch(/\bConforms\b/)
    }
  })

  test('is a certificate when only optional checks were skipped', async () => {
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

describe('the summary of a text report', () => {
  const endOf = (report: Report): string => toText(report).split('\nanswers\n').at(-1) ?? ''

  test('repeats the failures in order, and counts the checks skipped because of them', async () => {
    const report = await certifyPartner({
      acknowledgement: { status: 201, value: { success: true } },
    })
    const end = endOf(report)
    const skipped = report.checks.filter(({ blockedBy }) => blockedBy === 'webhook-acknowledged')
    expect(skipped.length).toBeGreaterThan(20)
    expect(end).toMatch(/To fix, in this order\n {2}✗ A correctly signed webhook/)
    const line = `${skipped.length} checks were skipped because these failed: webhook-acknowledged.`
    expect(end.replaceAll(/\s+/g, ' ')).toContain(line)
    expect(toText(report).match(/and this one builds on it/g)?.length).toBeLessThan(9)
  })

  test('starts with a wrong clock', async () => {
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
    expect(endOf(report)).toMatch(
      /\n\nWarning: Compared with this machine[^]*\nTo fix, in this order\n/,
    )
  })

  test('lists nothing when nothing failed', async () => {
    const report = await certifyPartner({}, { only: ['lookup', 'answers-in-time'] })
    expect(endOf(report)).not.toMatch(/^To /m)
  })
})
