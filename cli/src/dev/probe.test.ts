import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { networkInterfaces } from 'node:os'
import { describe, expect, test } from 'vitest'
import { watchServer } from './probe.ts'

const ADDRESSES = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
const hasSix = ADDRESSES.some(({ address }) => address === '::1')

/** Listens on the one address; on the other one nobody has its port. */
const listenOnlyOn = async (address: string, other: string): Promise<Server> => {
  for (;;) {
    const server = createServer().listen({ port: 0, host: address, ipv6Only: true })
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const beside = createServer().listen({ port, host: other, ipv6Only: true })
    const isFree = await once(beside, 'listening').then(
      () => true,
      () => false,
    )
    beside.close()
    if (isFree) return server
    server.close()
  }
}

describe("the developer's server", () => {
  const places: [address: string, hostname: string][] = [
    ['127.0.0.1', 'localhost'],
    ['127.0.0.1', 'shop.localhost'],
    ['127.0.0.1', '127.0.0.1'],
  ]
  if (hasSix) places.push(['::1', 'localhost'], ['::1', '[::1]'])

  test.each(places)('is found on %s when its URL has %s', async (address, hostname) => {
    const server = createServer().listen(0, address)
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const told: boolean[] = []
    const ended = AbortSignal.timeout(5_000)
    await watchServer(`http://${hostname}:${port}/pay`, ended, (isUp) => told.push(isUp))
    server.close()
    expect(told).toEqual([])
  })

  test.skipIf(!hasSix).for([
    ['::1', '127.0.0.1', '[::1]'],
    ['127.0.0.1', '[::1]', '127.0.0.1'],
  ] as const)('on %s is named when its URL has %s', async ([address, hostname, other]) => {
    const server = await listenOnlyOn(address, hostname.replaceAll(/[[\]]/g, ''))
    const { port } = server.address() as AddressInfo
    const ended = new AbortController()
    const told: unknown[] = []
    await watchServer(`http://${hostname}:${port}/pay`, ended.signal, (...all) => {
      told.push(all)
      ended.abort()
    })
    server.close()
    expect(told).toEqual([[false, other]])
  })
})
