import { once } from 'node:events'
import { connect, type LookupFunction } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { response, startRawServer } from '../../../test/support/raw-server.ts'
import type { AddressPolicy } from './address-policy.ts'
import { createGuardedLookup } from './guarded-lookup.ts'

/** Of all addresses only 127.0.0.1 may be called, so that a local server can tell who came. */
const POLICY: Pick<AddressPolicy, 'refusal'> = {
  refusal: (address) => (address === '127.0.0.1' ? null : 'it is not to be called'),
}

type Answer = { error: NodeJS.ErrnoException | null; addresses: unknown }

const ask = (lookup: LookupFunction, hostname: string, all: boolean): Promise<Answer> => {
  return new Promise((resolve) => {
    lookup(hostname, { all }, (error, addresses) => resolve({ error, addresses }))
  })
}

/** A name server that gives the next of its answers each time. */
const nameServer = (answers: string[][]) => {
  const calls: string[] = []
  const resolve = async (hostname: string) => {
    calls.push(hostname)
    return answers.shift() ?? []
  }
  return { calls, resolve }
}

afterEach(() => {
  vi.useRealTimers()
})

describe('the guarded lookup', () => {
  test('returns the addresses that it checked', async () => {
    const { resolve } = nameServer([['127.0.0.1']])
    const lookup = createGuardedLookup(POLICY, resolve)
    expect(await ask(lookup, 'shop.test', true)).toEqual({
      error: null,
      addresses: [{ address: '127.0.0.1', family: 4 }],
    })
    expect(await ask(lookup, 'shop.test', false)).toEqual({ error: null, addresses: '127.0.0.1' })
  })

  test('a connection goes to the checked address, and fails after the name has moved inside', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const server = await startRawServer((socket) => socket.end(response(200, 'ok')))
    const names = nameServer([['127.0.0.1'], ['127.0.0.2']])
    const lookup = createGuardedLookup(POLICY, names.resolve)
    const first = connect({ host: 'shop.test', port: server.port, lookup })
    await once(first, 'connect')
    expect(first.remoteAddress).toBe('127.0.0.1')
    first.destroy()
    vi.advanceTimersByTime(10_000)
    const second = connect({ host: 'shop.test', port: server.port, lookup })
    await expect(once(second, 'connect')).rejects.toMatchObject({ code: 'WASL_REFUSED_ADDRESS' })
    expect(names.calls).toHaveLength(2)
    expect(server.connectionCount()).toBe(1)
    await server.close()
  })

  test('many connections opened together ask the name server once', async () => {
    const names = nameServer([['127.0.0.1']])
    const lookup = createGuardedLookup(POLICY, names.resolve)
    await Promise.all(Array.from({ length: 20 }, () => ask(lookup, 'shop.test', true)))
    expect(names.calls).toHaveLength(1)
  })

  test('a failure is not cached', async () => {
    const names = nameServer([[], ['127.0.0.1']])
    const lookup = createGuardedLookup(POLICY, async (hostname) => {
      const addresses = await names.resolve(hostname)
      if (addresses.length === 0) throw Object.assign(new Error('none'), { code: 'ESERVFAIL' })
      return addresses
    })
    const { error } = await ask(lookup, 'shop.test', true)
    expect(error?.message).toBe('no address was found for shop.test (ESERVFAIL)')
    expect(await ask(lookup, 'shop.test', true)).toMatchObject({ error: null })
  })

  test('one refused address refuses the whole name, in any position', async () => {
    for (const answer of [
      ['127.0.0.1', '127.0.0.2'],
      ['127.0.0.2', '127.0.0.1'],
    ]) {
      const lookup = createGuardedLookup(POLICY, nameServer([answer]).resolve)
      const { error } = await ask(lookup, 'shop.test', true)
      expect(error).toMatchObject({
        code: 'WASL_REFUSED_ADDRESS',
        message: 'shop.test leads to 127.0.0.2: it is not to be called',
      })
    }
  })

  test('refuses an answer of a name server that is not an address', async () => {
    const lookup = createGuardedLookup({ refusal: () => null }, async () => ['localhost'])
    expect(await ask(lookup, 'shop.test', true)).toMatchObject({
      error: { code: 'WASL_REFUSED_ADDRESS' },
    })
  })

  test('no name server is asked about localhost', async () => {
    const names = nameServer([['93.184.215.14']])
    const lookup = createGuardedLookup({ refusal: () => null }, names.resolve)
    expect(await ask(lookup, 'shop.localhost', true)).toMatchObject({
      addresses: [{ address: '127.0.0.1' }, { address: '::1' }],
    })
    expect(names.calls).toEqual([])
  })
})
