import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addressesInHosts, createResolve } from './resolve.ts'

const TYPE_A = 1

/** What the name server answers: addresses, no such name, or nothing at all. */
type Answer = string[] | 'no such name' | 'silence'

let nameServer: Socket
let answers: { four: Answer; six: Answer }
/** Queries that came, by family. */
let asked: { four: number; six: number }

beforeEach(async () => {
  asked = { four: 0, six: 0 }
  nameServer = createSocket('udp4')
  nameServer.on('message', (query, from) => {
    const end = query.indexOf(0, 12) + 5
    const isFour = query.readUInt16BE(end - 4) === TYPE_A
    const family = isFour ? 'four' : 'six'
    asked[family] += 1
    const answer = answers[family]
    if (answer !== 'silence') nameServer.send(reply(query.subarray(0, end), answer), from.port)
  })
  nameServer.bind(0, '127.0.0.1')
  await once(nameServer, 'listening')
})

afterEach(() => {
  nameServer.close()
})

/** The question again, and behind it each address (four or sixteen bytes, in hexadecimal). */
const reply = (question: Buffer, answer: string[] | 'no such name'): Buffer => {
  const head = Buffer.from(question)
  const addresses = answer === 'no such name' ? [] : answer
  head.writeUInt16BE(answer === 'no such name' ? 0x8183 : 0x8180, 2)
  head.writeUInt16BE(addresses.length, 6)
  head.writeUInt16BE(0, 10)
  const records = addresses.map((address) => {
    const data = Buffer.from(address, 'hex')
    const record = Buffer.from('c00c000000010000003c0000', 'hex')
    record.writeUInt16BE(data.length === 4 ? TYPE_A : 28, 2)
    record.writeUInt16BE(data.length, 10)
    return Buffer.concat([record, data])
  })
  return Buffer.concat([head, ...records])
}

const resolveHere = (hostname: string): Promise<readonly string[]> => {
  return createResolve([`127.0.0.1:${nameServer.address().port}`])(hostname)
}

describe('names in DNS', () => {
  test('the addresses of both families are returned, IPv4 first', async () => {
    answers = { four: ['5db8d70e'], six: [`20010db8${'0'.repeat(23)}1`] }
    expect(await resolveHere('shop.test')).toEqual(['93.184.215.14', '2001:db8::1'])
  })

  test('an address family that never answers delays nothing', async () => {
    answers = { four: ['5db8d70e'], six: 'silence' }
    expect(await resolveHere('shop.test')).toEqual(['93.184.215.14'])
    // Who waited for the silent family would have asked once more by then.
    expect(asked.six).toBe(1)
  })

  test('a name without addresses is rejected with the cause', async () => {
    answers = { four: 'no such name', six: 'no such name' }
    await expect(resolveHere('shop.test')).rejects.toMatchObject({ code: 'ENOTFOUND' })
  })

  test('the hosts file comes before DNS', async () => {
    answers = { four: ['5db8d70e'], six: [] }
    expect(await resolveHere('localhost')).toContain('127.0.0.1')
  })
})

describe('names in a hosts file', () => {
  const HOSTS = [
    '# a comment with shop.test',
    '127.0.0.1 localhost\t# shop.test',
    '10.0.0.9   shop.test  shop',
    '::1 ip6-localhost ip6-loopback',
    'not-an-address shop.test',
    'fd00::9 SHOP.test',
    '',
  ].join('\r\n')

  test.each([
    ['shop.test', ['10.0.0.9', 'fd00::9']],
    ['SHOP', ['10.0.0.9']],
    ['ip6-loopback', ['::1']],
    ['10.0.0.9', []],
    ['other.test', []],
  ])('%s is %j', (name, addresses) => {
    expect(addressesInHosts(HOSTS, name)).toEqual(addresses)
  })
})
