/** The conformance checks run against the reference partner, and so against the partner kit. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { certify } from '@wasl/conformance'
import { expect, test } from 'vitest'
import { startReferencePartner } from '../reference-partner/src/start.ts'

const apiSecret = ['wasl_sec_new_0000000000000000', 'wasl_sec_old_0000000000000000']
const hmacSecret = ['wasl_hmac_new_0000000000000000', 'wasl_hmac_old_0000000000000000']

test('the reference partner conforms', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wasl-conforms-'))
  const partner = await startReferencePartner({
    apiSecret,
    hmacSecret,
    dataFile: join(folder, 'shop.json'),
  })
  try {
    const unpaid = partner.orders().filter(({ paid }) => paid === null)
    const [payable, ...more] = unpaid.map(({ reference }) => reference)
    const pay = more.slice(0, 3)
    const paid = partner.orders().find((order) => order.paid !== null)?.reference
    const odd = unpaid.map(({ reference }) => reference).filter((text) => /[^\w-]/.test(text))
    expect(odd.length).toBeGreaterThan(1)
    const references = { payable, pay, paid, odd, qr: '7Z3M9K0QW5T8R2VXN4BHJD01Z9' }
    const report = await certify({ apiUrl: partner.url, apiSecret, hmacSecret, references })
    // It has no dependency that could be unavailable.
    expect(report.checks.filter(({ outcome }) => outcome !== 'passed')).toEqual([
      expect.objectContaining({ id: 'lookup-unavailable', outcome: 'skipped' }),
    ])
    expect(report.warnings).toEqual([])
    expect(report.summary.warned).toBe(0)
    const settled = partner.orders().filter((order) => order.paid !== null)
    const [sale, ...others] = settled
      .map(({ reference }) => reference)
      .toSorted()
      .toReversed()
    expect(sale).toMatch(/^QR-/)
    // The third event has a wrong amount, which the shop refuses.
    expect(new Set(others)).toEqual(new Set([...pay.slice(0, 2), paid]))
  } finally {
    await partner.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
