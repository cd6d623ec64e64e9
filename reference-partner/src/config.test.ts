import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

const secrets = { API_SECRET: 'a'.repeat(20), HMAC_SECRET: 'b'.repeat(20) }

describe('the environment', () => {
  test('needs only the two secrets', () => {
    expect(readConfig(secrets)).toEqual({
      ok: true,
      config: {
        port: 3000,
        host: '127.0.0.1',
        apiSecret: [secrets.API_SECRET],
        hmacSecret: [secrets.HMAC_SECRET],
        dataFile: '.wasl/reference-partner.json',
      },
    })
  })

  test('accepts several secrets during a rotation', () => {
    const read = readConfig({ ...secrets, API_SECRET: 'new-secret-0123456, old-secret-0123456' })
    expect(read).toMatchObject({
      ok: true,
      config: { apiSecret: ['new-secret-0123456', 'old-secret-0123456'] },
    })
  })

  test.each([
    ['API_SECRET', { API_SECRET: undefined }],
    ['HMAC_SECRET', { HMAC_SECRET: `${secrets.HMAC_SECRET},` }],
    ['API_SECRET', { API_SECRET: '' }],
    ['HMAC_SECRET', { HMAC_SECRET: undefined }],
    ['PORT', { PORT: '' }],
    ['PORT', { PORT: '80a' }],
    ['PORT', { PORT: '-1' }],
    ['PORT', { PORT: '65536' }],
    ['HOST', { HOST: 'shop.example' }],
    ['DATA_FILE', { DATA_FILE: '' }],
  ])('names a wrong %s in its message', (name, wrong) => {
    const read = readConfig({ ...secrets, ...wrong })
    expect(read.ok ? '' : read.problem).toMatch(new RegExp(`^${name}: .*\\.$`))
  })
})
