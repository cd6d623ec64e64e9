import { describe, expect, test } from 'vitest'
import { describeIssues } from './issues.ts'
import { listQuery } from './lists.ts'
import { paymentsQuery } from './operations/operator/payments.ts'
import { createPartnerRequest, rotateRequest } from './operator-partners.ts'
import { setQrConfigRequest } from './qr-config.ts'
import { UNKNOWN_NAMES_SHOWN, unknownNames } from './unknown-names.ts'

const DECLARED = ['partnerId', 'limit', 'createdSince', 'createdBefore', 'stage']

const expectedFor = (name: string): string | undefined =>
  /, expected (.+)$/.exec(unknownNames([name], DECLARED, 'parameter')[0]?.message ?? '')?.[1]

describe('an unknown name', () => {
  test.each([
    ['partnerID', 'partnerId'],
    ['partner_id', 'partnerId'],
    ['partnerld', 'partnerId'],
    ['createdsince', 'createdSince'],
    ['createdBfore', 'createdBefore'],
    ['limti', 'only partnerId, limit, createdSince, createdBefore, stage'],
    ['limits', 'limit'],
    ['x', 'only partnerId, limit, createdSince, createdBefore, stage'],
    ['', 'only partnerId, limit, createdSince, createdBefore, stage'],
  ])('suggests the intended name of %j: %s', (name, expected) => {
    expect(expectedFor(name)).toBe(expected)
  })

  test('lists all declared names, or says that there are no names', () => {
    expect(unknownNames(['a'], [], 'field')).toEqual([
      { path: 'a', message: 'unknown field, expected no fields' },
    ])
    expect(unknownNames(['a'], ['amount'], 'field')).toEqual([
      { path: 'a', message: 'unknown field, expected only amount' },
    ])
  })

  test('gets a short answer fast, even for many long names', () => {
    const names = Array.from({ length: 5_000 }, (_, index) => `${'x'.repeat(5_000)}${index}`)
    const issues = unknownNames(names, DECLARED, 'field')
    expect(issues).toHaveLength(UNKNOWN_NAMES_SHOWN)
    expect(JSON.stringify(issues).length).toBeLessThan(5_000)
  })
})

describe('a schema of a request', () => {
  const issuesOf = (schema: typeof rotateRequest | typeof paymentsQuery, value: unknown) => {
    const result = schema.safeParse(value)
    return result.success ? [] : describeIssues(result.error, value)
  }

  test('names each unknown field in addition to other problems', () => {
    expect(issuesOf(rotateRequest, { secret: 1, overlapseconds: 0, 'a\nb': 1 })).toEqual([
      expect.objectContaining({ path: 'secret' }),
      { path: 'overlapseconds', message: 'unknown field, expected overlapSeconds' },
      { path: 'a\nb', message: 'unknown field, expected only secret, overlapSeconds, permissions' },
    ])
  })

  test('knows the names that it was extended with', () => {
    expect(issuesOf(paymentsQuery, { partnerID: 'prt_1' })).toEqual([
      { path: 'partnerID', message: 'unknown parameter, expected partnerId' },
    ])
    expect(listQuery.safeParse({ partnerId: 'prt_1' }).success).toBe(false)
  })

  test('accepts the declared names', () => {
    const partner = { name: 'Shop', apiUrl: 'https://shop.example' }
    expect(createPartnerRequest.parse(partner)).toEqual(partner)
    const config = { qrCodeToken: 'T', amounts: [5], singleUse: true }
    expect(setQrConfigRequest.parse(config)).toEqual(config)
  })
})
