import { describe, expect, test } from 'vitest'
import { isLoopback } from './loopback.ts'

describe('isLoopback', () => {
  test.each([
    'http://127.0.0.1:3000/pay',
    'http://127.1/pay',
    'http://127.255.0.9',
    'https://LOCALHOST/pay',
    'http://[::1]:3000/pay',
    'http://[0:0:0:0:0:0:0:1]/pay',
  ])('holds for %s', (url) => {
    expect(isLoopback(url)).toBe(true)
  })

  test.each([
    'https://shop.example/127.0.0.1',
    'http://127.0.0.1.shop.example',
    'http://localhost.shop.example',
    // The DNS may resolve such a name.
    'http://shop.localhost:8080',
    'http://notlocalhost',
    'http://192.168.1.2:3000',
    'http://128.0.0.1',
    'http://0.0.0.0:3000',
    'http://[::2]/pay',
    'http://localhost@shop.example',
  ])('does not hold for %s', (url) => {
    expect(isLoopback(url)).toBe(false)
  })
})
