import { describe, expect, test } from 'vitest'
import { failureOf } from './failure-of.ts'
import { createOutbound } from './outbound.ts'

const failed = (code: string, address = '203.0.113.7'): Error =>
  Object.assign(new Error(`connect ${code} ${address}`), { code, address })

describe('what this machine lacks', () => {
  test.each(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM', 'EADDRNOTAVAIL'])(
    'is no fault of the partner: %s',
    (code) => {
      const { reason, message } = failureOf(failed(code), 'connecting', true)
      expect(reason).toBe('no_resources')
      expect(message).toContain(code)
      const both = new AggregateError([failed(code), failed(code, '203.0.113.8')])
      expect(failureOf(both, 'connecting', false).reason).toBe('no_resources')
      // It may have arrived: the caller must not conclude that it has not.
      expect(failureOf(failed(code), 'sent', false).reason).toBe('connection')
    },
  )

  test('is not IPv6, which the partner has alone', () => {
    const unreachable = failed('EADDRNOTAVAIL', '2001:db8::1')
    expect(failureOf(unreachable, 'connecting', false).reason).toBe('connection')
  })

  test('is told as such where a name would have to be looked up', async () => {
    const outbound = createOutbound({
      allowPrivateTargets: true,
      lookup: () => Promise.reject(failed('EMFILE')),
    })
    const result = await outbound.send({
      method: 'GET',
      url: 'http://partner.example/pay',
      headers: {},
      timeoutMs: 1_000,
      maxBytes: 100,
      partner: 1,
    })
    expect(result).toMatchObject({ ok: false, reason: 'no_resources' })
    await outbound.close()
  })
})
