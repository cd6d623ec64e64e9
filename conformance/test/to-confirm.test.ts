/** What a run cannot see, it says. */
import { describe, expect, test } from 'vitest'
import { toText } from '../src/index.ts'
import type { HONEST } from './broken/honest.ts'
import { REFERENCES } from './broken/shop.ts'
import { certifyPartner } from './certify-partner.ts'

const inCentimes = {
  write: (
    ...[response, { status, value }]: Parameters<typeof HONEST.write>
  ): ReturnType<typeof HONEST.write> => {
    const { total_amount: total } = value as { total_amount?: number }
    const body = total === undefined ? value : { ...(value as object), total_amount: total * 100 }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  },
}

const ONLY = { only: ['lookup-payable', 'lookup-total-number'] }

describe('an amount in centimes', () => {
  test('is printed, and fails when the price is named', async () => {
    const honest = await certifyPartner({}, ONLY)
    const read = /read as ([\d ]+\.\d\d) DZD/.exec(honest.toConfirm.join())?.[1] ?? ''
    expect(toText(honest)).toContain(read)
    const amount = Number(read.replaceAll(' ', ''))
    const named = await certifyPartner({}, { ...ONLY, amount })
    expect([named.summary.failed, named.toConfirm]).toEqual([0, []])
    const wrong = await certifyPartner(inCentimes, { ...ONLY, amount })
    const failure = wrong.checks.find(({ outcome }) => outcome === 'failed')
    expect(failure?.explanation).toMatch(/in centimes/)
    expect((await certifyPartner(inCentimes, ONLY)).summary.failed).toBe(0)
  })

  test('needs the reference whose price it is', async () => {
    const asked = certifyPartner({}, { references: {}, amount: 5 })
    await expect(asked).rejects.toThrow(/references\.payable/)
  })
})

test('a run that pays ends with what must be in the books', async () => {
  const paid = await certifyPartner({}, { only: ['payment-success'] })
  const [pay = ''] = [REFERENCES.pay].flat()
  expect(paid.toConfirm.at(-1)).toContain('Look into your books')
  expect(paid.toConfirm.at(-1)).toContain(JSON.stringify(pay))
  const looked = await certifyPartner({}, ONLY)
  expect(looked.toConfirm.join()).not.toContain('books')
})

test('401 to everything is named first, with the header that Apache removes', async () => {
  const refusing = await certifyPartner({
    write: (response) => void response.writeHead(401, {}).end('{"error":"UNAUTHORIZED"}'),
  })
  expect(refusing.warnings[0]).toContain('CGIPassAuth On')
  const honest = await certifyPartner({}, { only: ['lookup', 'authorisation'] })
  expect(honest.warnings.join()).not.toContain('CGIPassAuth')
})
