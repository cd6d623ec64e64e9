import { expect, test } from 'vitest'
import { countedAddress } from './counted-address.ts'

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['203.0.113.9:51234', '203.0.113.9'],
  ['2001:db8::1', '2001:db8:0:0/64'],
  ['2001:DB8:0:0:ffff::', '2001:db8:0:0/64'],
  ['2001:db8:a:b:c:d:e:f', '2001:db8:a:b/64'],
  ['2001:db8:a::b:0:0:1', '2001:db8:a:0/64'],
  ['[2001:db8::1]:443', '2001:db8:0:0/64'],
  ['[2001:db8::1]', '2001:db8:0:0/64'],
  ['fe80::1%eth0', 'fe80:0:0:0/64'],
  ['::1', '::1'],
  // A server that listens on :: sees IPv4 callers so: one caller has one count.
  ['::ffff:7f00:1', '127.0.0.1'],
  ['::FFFF:0:1', '0.0.0.1'],
  ['::fffe:203.0.113.9', '::fffe:cb00:7109'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.10', '203.0.113.10'],
  ['[::ffff:203.0.113.10]:80', '203.0.113.10'],
  ['unknown', 'no address'],
  ['', 'no address'],
  ['203.0.113.9:51234:1', 'no address'],
  [undefined, 'no address'],
])('%s is counted as %s', (address, counted) => {
  expect(countedAddress(address)).toBe(counted)
})
