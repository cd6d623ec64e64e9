import { describe, expect, test } from 'vitest'
import { createAddressPolicy } from '../../base/outbound/address-policy.ts'
import { urlRefusal } from './check-url.ts'

const strict = createAddressPolicy({
  allowPrivateTargets: false,
  allowPlainHttp: true,
  ownAddresses: () => ['8.8.4.4'],
})
const production = createAddressPolicy({ allowPrivateTargets: false })
const open = createAddressPolicy({ allowPrivateTargets: true })

const PRIVATE = [
  'http://127.0.0.1/pay',
  'http://2130706433/pay',
  'http://0x7f.1/pay',
  'http://017700000001/pay',
  'http://10.1.2.3',
  'http://192.168.0.1:8080',
  'http://169.254.169.254/latest/meta-data',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[fd00::1]/',
  'http://0.0.0.0/',
  'http://localhost/pay',
  'http://LOCALHOST./pay',
  'http://shop.localhost/pay',
  'http://8.8.4.4/its-own-address',
]

describe('a URL given for a partner', () => {
  test.each(PRIVATE)('%s is refused', (url) => {
    expect(urlRefusal(url, strict)).toMatch(/^expected a URL on the public internet: /)
  })

  test.each(PRIVATE)('%s is taken where private targets are allowed', (url) => {
    expect(urlRefusal(url, open)).toBeNull()
  })

  test.each([
    'https://shop.dz/pay',
    'HTTPS://8.8.8.8/pay',
    'https://[2606:4700::1111]/',
    'https://10.example/',
  ])('%s is taken: its name is judged when it is called', (url) => {
    expect(urlRefusal(url, production)).toBeNull()
  })

  test.each(['http://8.8.8.8/', 'http://shop.dz/pay', 'HTTP://shop.dz:443/pay', ...PRIVATE])(
    '%s is refused in production, because the secret would travel in clear text',
    (url) => {
      expect(urlRefusal(url, production)).toBe(`expected an https URL, received ${url}`)
    },
  )
})
