/** A proxy denies paths by their text: what it does not see must not be served behind it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPlatform, type TestPlatform } from './support/platform.ts'
import { exchange } from './support/raw-client.ts'

let platform: TestPlatform

beforeAll(async () => {
  platform = await startTestPlatform()
})

afterAll(() => platform.stop())

const ask = async (target: string): Promise<string> => {
  const { responses } = await exchange(
    platform.port,
    `GET ${target} HTTP/1.1\r\nHost: a\r\nconnection: close\r\n` +
      `x-api-key: ${platform.operatorKey}\r\n\r\n`,
  )
  const body = responses[0]?.body ?? ''
  return `${responses[0]?.status} ${/"error":"(\w+)"/.exec(body)?.[1] ?? ''}`
}

test.each(['/operator/v1/partners', '/operator/v1/partners?limit=%31', '/metrics'])(
  '%s is served',
  async (target) => {
    expect(await ask(target)).toBe('200 ')
  },
)

test.each([
  '/%6fperator/v1/partners',
  '/operator/%76%31/partners',
  '/%6detrics',
  '/metrics#',
  '/metrics%3f',
  '//operator/v1/partners',
  '/operator//v1/partners',
  '/./operator/v1/partners',
  '/x/../operator/v1/partners',
  '/q/../operator/v1/partners',
  '/operator;x/v1/partners',
  '/metrics;x=1',
  '/OPERATOR/v1/partners',
  '/Metrics',
  '/operator/v1/partners/',
  '/metrics/',
  '/metrics%00',
  '/metrics%20',
  String.raw`\operator\v1\partners`,
  'http://a/operator/v1/partners',
  'http://a/metrics',
  'https://operator/v1/../metrics',
])('%s is no path of ours', async (target) => {
  expect(await ask(target)).toMatch(/^(?:404 (?:ROUTE404_NOT_FOUND)?|400 VALIDATION400)$/)
})
