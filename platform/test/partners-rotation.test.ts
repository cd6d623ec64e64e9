import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hexHashOfApiKey } from '../src/base/secrets/api-key.ts'
import { createReadStatus } from '../src/payments/status/read-status.ts'
import {
  hmacSecretOf,
  numberOf,
  openOperatorHouse,
  type OperatorHouse,
} from './support/operator-house.ts'

let house: OperatorHouse

beforeAll(async () => {
  house = await openOperatorHouse()
})

afterAll(() => house.close())

describe('rotation of a shared secret', () => {
  test('uses the old secret until the overlap ends, then the new one', async () => {
    const partner = await house.createPartner()
    const { value, previousValidUntil } = await house.rotate(partner.partnerId, {
      secret: 'apiSecret',
      overlapSeconds: 600,
    })
    const during = await house.loadTarget(partner.partnerId)
    expect(during.apiSecret).toBe(partner.apiSecret)
    expect(during.validUntil?.toISOString()).toBe(previousValidUntil)
    expect(during.validForMs).toBeGreaterThan(500_000)
    expect(during.validForMs).toBeLessThanOrEqual(600_000)
    const { body } = await house.call('GET', `/operator/v1/partners/${partner.partnerId}`)
    expect(body.rotations).toEqual([{ secret: 'apiSecret', previousValidUntil }])
    await house.moveClock('601 s')
    try {
      const after = await house.loadTarget(partner.partnerId)
      expect(after.apiSecret).toBe(value)
      expect(hmacSecretOf(after)).toBe(partner.hmacSecret)
      expect(after.validUntil).toBeNull()
      const later = await house.call('GET', `/operator/v1/partners/${partner.partnerId}`)
      expect(later.body.rotations).toEqual([])
    } finally {
      await house.moveClock('0 s')
    }
  })

  test('overlaps for a day by default', async () => {
    const { partnerId } = await house.createPartner()
    const { previousValidUntil } = await house.rotate(partnerId, { secret: 'hmacSecret' })
    const overlapMs = Date.parse(previousValidUntil) - Date.now()
    expect(overlapMs / 3_600_000).toBeCloseTo(24, 2)
  })

  test('with an overlap of 0 ends the old secret and a pending rotation at once', async () => {
    const { partnerId } = await house.createPartner()
    const pending = await house.rotate(partnerId, { secret: 'hmacSecret', overlapSeconds: 60 })
    const { value } = await house.rotate(partnerId, { secret: 'hmacSecret', overlapSeconds: 0 })
    expect(hmacSecretOf(await house.loadTarget(partnerId))).toBe(value)
    await house.moveClock('120 s')
    try {
      const target = await house.loadTarget(partnerId)
      expect(hmacSecretOf(target)).toBe(value)
      expect(hmacSecretOf(target)).not.toBe(pending.value)
    } finally {
      await house.moveClock('0 s')
    }
  })

  test('deletes versions that can never be used again', async () => {
    const { partnerId } = await house.createPartner()
    const versions = async (): Promise<number[]> =>
      (
        await house.db.pool.query(
          `select version from partner_secrets where partner_id = $1 and field = 'apiSecret' order by version`,
          [numberOf(partnerId)],
        )
      ).rows.map((row) => row.version)
    await house.rotate(partnerId, { secret: 'apiSecret', overlapSeconds: 60 })
    expect(await versions()).toEqual([1, 2])
    await house.rotate(partnerId, { secret: 'apiSecret', overlapSeconds: 30 })
    expect(await versions()).toEqual([1, 3])
    await house.rotate(partnerId, { secret: 'apiSecret', overlapSeconds: 0 })
    expect(await versions()).toEqual([4])
  })

  test('gives each of many concurrent rotations a version of its own', async () => {
    const { partnerId } = await house.createPartner()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        house.rotate(partnerId, { secret: 'apiSecret', overlapSeconds: 0 }),
      ),
    )
    expect(new Set(answers.map(({ value }) => value)).size).toBe(8)
    expect(answers.map(({ value }) => value)).toContain(
      (await house.loadTarget(partnerId)).apiSecret,
    )
  })

  test.each([-1, 2_592_001, 1.5, '60', null])(
    'with an overlap of %j is VALIDATION400',
    async (overlapSeconds) => {
      const { partnerId } = await house.createPartner()
      const body = { secret: 'apiKey', overlapSeconds }
      const answer = await house.call('POST', `/operator/v1/partners/${partnerId}/rotate`, { body })
      expect(answer.body.error).toBe('VALIDATION400')
    },
  )
})

describe('rotation of an API key', () => {
  const accepts = async (partnerId: string, key: string): Promise<boolean> => {
    const readStatus = createReadStatus(house.db.status)
    const asked = {
      partnerId: numberOf(partnerId),
      keyHash: hexHashOfApiKey(key),
      reference: 'INV-1',
    }
    return (await readStatus(asked)).verdict !== 'unauthorized'
  }

  test('accepts both keys until the overlap ends, then only the new one', async () => {
    const { partnerId, apiKey } = await house.createPartner()
    const { value, previousValidUntil } = await house.rotate(partnerId, {
      secret: 'apiKey',
      overlapSeconds: 60,
    })
    expect([await accepts(partnerId, apiKey), await accepts(partnerId, value)]).toEqual([
      true,
      true,
    ])
    const { body } = await house.call('GET', `/operator/v1/partners/${partnerId}`)
    expect(body.rotations).toEqual([{ secret: 'apiKey', previousValidUntil }])
    await house.moveClock('61 s')
    try {
      expect([await accepts(partnerId, apiKey), await accepts(partnerId, value)]).toEqual([
        false,
        true,
      ])
    } finally {
      await house.moveClock('0 s')
    }
  })

  test('refuses the old key at once with an overlap of 0', async () => {
    const { partnerId, apiKey } = await house.createPartner()
    const first = await house.rotate(partnerId, { secret: 'apiKey', overlapSeconds: 600 })
    const second = await house.rotate(partnerId, { secret: 'apiKey', overlapSeconds: 0 })
    const keys = [apiKey, first.value, second.value]
    expect(await Promise.all(keys.map((key) => accepts(partnerId, key)))).toEqual([
      false,
      false,
      true,
    ])
  })

  test('never extends an old key beyond an earlier rotation’s end', async () => {
    const { partnerId, apiKey } = await house.createPartner()
    await house.rotate(partnerId, { secret: 'apiKey', overlapSeconds: 30 })
    await house.rotate(partnerId, { secret: 'apiKey', overlapSeconds: 3600 })
    await house.moveClock('31 s')
    try {
      expect(await accepts(partnerId, apiKey)).toBe(false)
    } finally {
      await house.moveClock('0 s')
    }
  })

  test('accepts a partner’s key for no other partner', async () => {
    const [one, other] = [await house.createPartner(), await house.createPartner()]
    expect(await accepts(other.partnerId, one.apiKey)).toBe(false)
  })
})

describe('a change of host', () => {
  test('replaces both shared secrets at once, and returns the new ones once', async () => {
    const partner = await house.createPartner()
    const changed = await house.patchPartner(partner.partnerId, {
      apiUrl: 'https://elsewhere.example/pay',
    })
    expect(changed.apiSecret).toMatch(/^wasl_sec_/)
    expect(changed.hmacSecret).toMatch(/^wasl_hmac_/)
    expect(changed.webhookUrl).toBe('https://elsewhere.example/pay/webhooks/platform')
    const target = await house.loadTarget(partner.partnerId)
    expect([target.apiSecret, hmacSecretOf(target)]).toEqual([
      changed.apiSecret,
      changed.hmacSecret,
    ])
    expect(target.apiSecret).not.toBe(partner.apiSecret)
    expect(hmacSecretOf(target)).not.toBe(partner.hmacSecret)
    const read = await house.call('GET', `/operator/v1/partners/${partner.partnerId}`)
    expect(JSON.stringify(read.body)).not.toContain(changed.apiSecret)
  })

  test('replaces them for the webhook URL alone too, also when it returns to the derived one', async () => {
    const partner = await house.createPartner()
    const away = await house.patchPartner(partner.partnerId, {
      webhookUrl: 'https://hooks.example/in',
    })
    expect((await house.loadTarget(partner.partnerId)).apiSecret).toBe(away.apiSecret)
    const back = await house.patchPartner(partner.partnerId, { webhookUrl: null })
    expect(back.webhookUrl).toBe('https://shop.example/pay/webhooks/platform')
    expect(back.apiSecret).not.toBe(away.apiSecret)
    expect((await house.loadTarget(partner.partnerId)).apiSecret).toBe(back.apiSecret)
  })

  test('ends rotations under way, so that no older secret is used again', async () => {
    const { partnerId } = await house.createPartner()
    await house.rotate(partnerId, { secret: 'apiSecret', overlapSeconds: 60 })
    await house.rotate(partnerId, { secret: 'hmacSecret', overlapSeconds: 60 })
    const changed = await house.patchPartner(partnerId, { apiUrl: 'https://elsewhere.example' })
    expect(changed.rotations).toEqual([])
    await house.moveClock('3600 s')
    try {
      const target = await house.loadTarget(partnerId)
      expect([target.apiSecret, hmacSecretOf(target)]).toEqual([
        changed.apiSecret,
        changed.hmacSecret,
      ])
    } finally {
      await house.moveClock('0 s')
    }
  })

  test('does not happen when only the path changes', async () => {
    const partner = await house.createPartner()
    const changed = await house.patchPartner(partner.partnerId, {
      apiUrl: 'https://SHOP.example:443/v2',
      name: 'Shop 2',
    })
    expect(changed).not.toHaveProperty('apiSecret')
    expect((await house.loadTarget(partner.partnerId)).apiSecret).toBe(partner.apiSecret)
  })

  test('never sends an old secret to a changed URL, also during concurrent reads', async () => {
    const partner = await house.createPartner({ apiUrl: 'https://h0.example' })
    const hostsOf = new Map<string, Set<string>>([
      [partner.apiSecret, new Set(['https://h0.example'])],
    ])
    let changing = true
    const reader = async (): Promise<void> => {
      while (changing) {
        const { apiSecret, apiUrl, webhookUrl } = await house.loadTarget(partner.partnerId)
        expect(webhookUrl).toBe(`${apiUrl}/webhooks/platform`)
        hostsOf.set(apiSecret, (hostsOf.get(apiSecret) ?? new Set()).add(apiUrl))
      }
    }
    const readers = [reader(), reader(), reader()]
    for (let index = 1; index <= 25; index += 1) {
      await house.patchPartner(partner.partnerId, { apiUrl: `https://h${index}.example` })
    }
    changing = false
    await Promise.all(readers)
    expect(hostsOf.size).toBeGreaterThan(10)
    for (const hosts of hostsOf.values()) expect([...hosts]).toHaveLength(1)
  })

  test('raises the revision, and so do a rotation and a change of status', async () => {
    const { partnerId } = await house.createPartner()
    const revisions = [(await house.loadTarget(partnerId)).revision]
    await house.patchPartner(partnerId, { apiUrl: 'https://elsewhere.example' })
    revisions.push((await house.loadTarget(partnerId)).revision)
    await house.rotate(partnerId, { secret: 'hmacSecret', overlapSeconds: 60 })
    revisions.push((await house.loadTarget(partnerId)).revision)
    await house.patchPartner(partnerId, { status: 'inactive' })
    const last = await house.loadTarget(partnerId)
    const [first = 0] = revisions
    expect(revisions.concat(last.revision)).toEqual([first, first + 1, first + 2, first + 3])
    expect(last.status).toBe('inactive')
  })
})
