import { describe, expect, test } from 'vitest'
import { urlProblem, urlSchema, webhookUrlOf } from './url.ts'

describe('urlProblem', () => {
  test.each([
    ['https://shop.example'],
    ['https://shop.example/'],
    ['https://shop.example/payments/v2/'],
    ['http://127.0.0.1:3000/api'],
    ['https://[2001:db8::1]:8443/api'],
    ['https://xn--mgbah1a3hjkrd.example/api'],
    ['HTTPS://SHOP.EXAMPLE/API'],
    ['https://shop.example/a@b'],
    [`https://shop.example/${'a'.repeat(2048 - 21)}`],
  ])('accepts %s', (url) => {
    expect(urlProblem(url)).toBe(null)
  })

  test.each([
    ['', 'printable'],
    ['shop.example/api', 'absolute'],
    ['/api', 'absolute'],
    ['//shop.example', 'absolute'],
    ['ftp://shop.example', 'absolute'],
    ['file:///etc/passwd', 'absolute'],
    ['javascript:alert(1)', 'absolute'],
    ['https:shop.example', 'absolute'],
    ['https:/shop.example', 'absolute'],
    ['https:\\\\shop.example', 'absolute'],
    ['https:///shop.example', 'absolute'],
    ['https://', 'absolute'],
    ['https://shop.example:99999', 'absolute'],
    ['https://user@shop.example', 'user name'],
    ['https://user:secret@shop.example', 'user name'],
    ['https://@shop.example', 'user name'],
    ['https://:@shop.example', 'user name'],
    ['https://shop.example?a=1', 'query'],
    ['https://shop.example/api?', 'query'],
    ['https://shop.example/#', 'query'],
    ['https://shop.example/a b', 'printable'],
    [' https://shop.example', 'printable'],
    ['https://shop.example\n', 'printable'],
    ['https://sh\top.example', 'printable'],
    ['https://متجر.example', 'printable'],
    [`https://shop.example/${'a'.repeat(2048)}`, '2048'],
  ])('refuses %j and mentions %s', (url, word) => {
    expect(urlProblem(url)).toContain(word)
    expect(urlSchema.safeParse(url).success).toBe(false)
  })
})

test.each(['https://shop.example/pay', 'https://shop.example/pay/', 'https://shop.example/pay//'])(
  'events of %s go to the same place',
  (apiUrl) => {
    expect(webhookUrlOf(apiUrl)).toBe('https://shop.example/pay/webhooks/platform')
  },
)
