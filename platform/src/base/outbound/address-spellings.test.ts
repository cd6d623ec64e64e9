import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RawServer, response, startRawServer } from '../../../test/support/raw-server.ts'
import { createOutbound, type Outbound } from './outbound.ts'

/** Every way we know of to write an address that is not public, as the host of a URL. */
const LITERALS = [
  // loopback, dotted, short, decimal, hexadecimal, octal and mixed
  '127.0.0.1',
  '127.0.0.1.',
  '127.1',
  '127.0.1',
  '127.255.255.254',
  '2130706433',
  '0x7f000001',
  '0x7F.0x00.0x00.0x01',
  '0x7f.1',
  '017700000001',
  '0177.0.0.1',
  '0177.0.0.01',
  '00000177.0.0.1',
  '127.0x0.00.1',
  '0x7f.0.1',
  '%31%32%37.0.0.1',
  '127%2e0%2e0%2e1',
  '127。0。0。1',
  '127．0．0．1',
  '①②⑦.⓪.⓪.①',
  '１２７.0.0.1',
  // this network
  '0',
  '0.0.0.0',
  '0x0',
  '00',
  // private, shared and link-local
  '10.0.0.1',
  '10.1',
  '167772161',
  '0xa.0.0.1',
  '012.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '0xac100001',
  '192.168.0.1',
  '192.168.257',
  '3232235521',
  '0300.0250.0.1',
  '100.64.0.1',
  '100.100.100.200',
  '169.254.169.254',
  '2852039166',
  '0xa9fea9fe',
  '0xA9.0xFE.0xA9.0xFE',
  '0251.0376.0251.0376',
  '169.254.43518',
  '168.63.129.16',
  // the other ranges that are nobody's or everybody's
  '192.0.0.192',
  '192.0.2.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '192.88.99.1',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
  '4294967295',
  // IPv6, and IPv4 inside IPv6
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[0000:0000:0000:0000:0000:0000:0000:0001]',
  '[::127.0.0.1]',
  '[::7f00:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::FFFF:7F00:0001]',
  '[0:0:0:0:0:ffff:127.0.0.1]',
  '[::ffff:a9fe:a9fe]',
  '[::ffff:0:127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::a9fe:a9fe]',
  '[64:ff9b:1::10.0.0.1]',
  '[2002:7f00:1::]',
  '[2002:a9fe:a9fe::1]',
  '[2001:0:4136:e378:8000:63bf:80ff:fffe]',
  '[2001:db8::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '[febf::1]',
  '[fec0::1]',
  '[ff02::1]',
  '[100::1]',
  // names that are this machine by definition
  'localhost',
  'LOCALHOST',
  'localhost.',
  'shop.localhost',
  'a.b.LocalHost.',
  'ｌocalhost',
]

/** What is not even a host: refused as an invalid request. */
const MALFORMED = [
  '[fe80::1%25eth0]',
  '[fe80::1%eth0]',
  '[::1',
  '::1',
  '127.0.0.1.5',
  '256.256.256.256',
  '0x100000000',
  '1.2.3.08',
  '[127.0.0.1]',
  '[::ffff:127.0.0.256]',
  'local host',
  '',
]

/** Names, and what a name server under a hostile partner's hand answers for them. */
const NAMES: Record<string, string[]> = {
  'private.test': ['10.0.0.1'],
  'loopback.test': ['127.0.0.1'],
  'metadata.test': ['169.254.169.254'],
  'six.test': ['::1'],
  'mapped.test': ['::ffff:127.0.0.1'],
  'nat64.test': ['64:ff9b::7f00:1'],
  'zone.test': ['fe80::1%eth0'],
  'mixed.test': ['93.184.215.14', '127.0.0.1'],
  'mixed-six.test': ['93.184.215.14', 'fd00::1'],
  'decimal.test': ['2130706433'],
  'short.test': ['127.1'],
  'name.test': ['localhost'],
  'own.test': ['41.111.0.1'],
}

let server: RawServer
let outbound: Outbound

beforeAll(async () => {
  server = await startRawServer((socket) => socket.write(response(200, '{}')))
  outbound = createOutbound({
    allowPrivateTargets: false,
    // What is refused here is the address, not the scheme.
    allowPlainHttp: true,
    lookup: async (hostname) => NAMES[hostname.replace(/\.$/, '')] ?? [],
    ownAddresses: () => ['41.111.0.1'],
  })
})

afterAll(async () => {
  await outbound.close()
  expect(server.connectionCount()).toBe(0)
  await server.close()
})

const reasonFor = async (url: string): Promise<string> => {
  const call = { method: 'GET', headers: {}, timeoutMs: 1_000, maxBytes: 1_024 } as const
  const result = await outbound.send({ ...call, url, partner: 1001 })
  return result.ok ? `answered ${result.status}` : result.reason
}

describe('no spelling of an address leads to an inside address', () => {
  test.each(LITERALS)('http://%s/ is refused', async (host) => {
    expect(await reasonFor(`http://${host}:${server.port}/`)).toBe('refused_address')
    expect(await reasonFor(`https://${host}/`)).toBe('refused_address')
  })

  test.each(MALFORMED)('http://%s/ is not a valid URL', async (host) => {
    expect(await reasonFor(`http://${host}:${server.port}/`)).toBe('bad_request')
  })

  test.each(Object.entries(NAMES))('the name %s for %j is refused', async (name) => {
    expect(await reasonFor(`http://${name}:${server.port}/`)).toBe('refused_address')
    expect(await reasonFor(`http://${name}.:${server.port}/`)).toBe('refused_address')
  })

  test.each([
    'ftp://example.com/',
    'file:///etc/passwd',
    'data:text/plain,x',
    'javascript:1',
    'unix:/run/x.sock',
    'http://user@example.com/',
    'http://user:password@example.com/',
    '//example.com/',
    '/path',
    '',
  ])('%s is no URL to call', async (url) => {
    expect(await reasonFor(url)).toBe('bad_request')
  })

  test.each(['http:127.0.0.1/', 'http:\\\\127.0.0.1\\', 'http:/127.0.0.1/', ' http://127.0.0.1/ '])(
    '%j is read as an address and refused',
    async (url) => {
      expect(await reasonFor(url)).toBe('refused_address')
    },
  )
})
