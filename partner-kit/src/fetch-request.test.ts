import { describe, expect, test } from 'vitest'
import { incomingFromRequest } from './fetch-request.ts'

const post = (body: RequestInit['body'], headers: Record<string, string> = {}): Request => {
  const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit
  return new Request('http://shop.test/pay/a%2Fb?x=1', init)
}

describe('a fetch Request', () => {
  test('gives its path as it travelled, without the query', () => {
    expect(incomingFromRequest(post(null)).pathname).toBe('/pay/a%2Fb')
  })

  test('gives its bytes, whole and unchanged', async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_item, index) => index)
    const read = await incomingFromRequest(post(bytes)).readBody(256)
    expect(read.ok && Buffer.from(read.bytes).equals(Buffer.from(bytes))).toBe(true)
  })

  test('without a body gives no bytes', async () => {
    const read = await incomingFromRequest(post(null)).readBody(10)
    expect(read).toEqual({ ok: true, bytes: new Uint8Array() })
  })

  test('whose Content-Length is too large is not read at all', async () => {
    let pulled = false
    const body = new ReadableStream(
      {
        pull: () => {
          pulled = true
        },
      },
      { highWaterMark: 0 },
    )
    const request = post(body, { 'content-length': '11' })
    const read = await incomingFromRequest(request).readBody(10)
    expect(read).toEqual({ ok: false, problem: 'too_large' })
    expect(pulled).toBe(false)
  })

  test('of which another reader holds the lock is already_read', async () => {
    const request = post('text')
    request.body?.getReader()
    expect(await incomingFromRequest(request).readBody(10)).toEqual({
      ok: false,
      problem: 'already_read',
    })
  })
})
