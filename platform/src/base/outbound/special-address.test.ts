import { describe, expect, test } from 'vitest'
import { createAddressPolicy } from './address-policy.ts'
import { specialAddress } from './special-address.ts'

const PUBLIC = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '41.111.0.1',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '191.255.255.255',
  '192.0.1.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2001:200::1',
  '2001:db7::1',
  '2003::1',
  '2606:4700:4700::1111',
  '2a00:1450:4007:80e::200e',
]

const SPECIAL = [
  '0.0.0.0',
  '0.255.255.255',
  '10.0.0.0',
  '10.255.255.255',
  '100.64.0.0',
  '100.100.100.200',
  '100.127.255.255',
  '127.0.0.0',
  '127.0.0.1',
  '127.255.255.255',
  '168.63.129.16',
  '169.254.0.0',
  '169.254.169.254',
  '172.16.0.0',
  '172.31.255.255',
  '192.0.0.0',
  '192.0.0.192',
  '192.0.2.1',
  '192.31.196.1',
  '192.52.193.1',
  '192.88.99.1',
  '192.168.0.0',
  '192.168.255.255',
  '192.175.48.1',
  '198.18.0.0',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::7f00:1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:8.8.8.8',
  '::ffff:0:127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b::8.8.8.8',
  '64:ff9b:1::a00:1',
  '100::1',
  '100:0:0:1::1',
  '1fff:ffff::1',
  '2001::1',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  '2001:2::1',
  '2001:10::1',
  '2001:20::1',
  '2001:1ff:ffff::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '2002:a9fe:a9fe::1',
  '2620:4f:8000::1',
  '3fff::1',
  '4000::1',
  '5f00::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  'ff0e::1',
]

describe('addresses', () => {
  test.each(PUBLIC)('%s is public', (address) => {
    expect(specialAddress(address)).toBeNull()
  })

  test.each(SPECIAL)('%s is not public', (address) => {
    expect(specialAddress(address)).toEqual(expect.any(String))
  })

  test.each([
    '',
    'localhost',
    '2130706433',
    '127.1',
    '0x7f.0.0.1',
    '1.2.3.4 ',
    '8.8.8.8%eth0',
    '2606:4700::1%eth0',
  ])('text that is no plain address is not public: "%s"', (text) => {
    expect(specialAddress(text)).toBe('not an IP address')
  })
})

describe('the address policy', () => {
  test("this machine's own public address is refused", () => {
    const policy = createAddressPolicy({
      allowPrivateTargets: false,
      ownAddresses: () => ['41.111.0.1'],
    })
    expect(policy.refusal('41.111.0.1')).toContain("this machine's own address")
    expect(policy.refusal('41.111.0.2')).toBeNull()
  })

  test('private targets are allowed only by the operator’s setting', () => {
    const strict = createAddressPolicy({ allowPrivateTargets: false })
    const loose = createAddressPolicy({ allowPrivateTargets: true })
    expect(strict.refusal('127.0.0.1')).toContain('loopback')
    expect(loose.refusal('127.0.0.1')).toBeNull()
  })
})
