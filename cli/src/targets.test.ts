import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Context } from './context.ts'
import { newState, writeState } from './dev/home.ts'
import { readUrls } from './dev/settings.ts'
import type { Environment } from './environment.ts'
import { findEndpoints, readPlatform, readWebhookTarget } from './targets.ts'
import { createTerminal } from './terminal.ts'

const TYPED = 'https://staging.example/pay'
const LOADED = { API_URL: 'https://shop.example/pay', WEBHOOK_URL: 'https://shop.example/hook' }
const KEPT = { apiUrl: 'http://localhost:3000', webhookUrl: 'http://localhost:3000/hook' }

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'wasl-targets-'))
  mkdirSync(join(folder, 'kept'))
  writeState(join(folder, 'kept'), { ...newState(), ...KEPT })
  mkdirSync(join(folder, 'broken'))
  for (const file of ['dev.json', 'running.json']) writeFileSync(join(folder, 'broken', file), '{')
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Made = { context: Context; said: () => string }

type Streams = Record<'stdin' | 'stdout' | 'stderr', PassThrough>

const newStreams = (): Streams => ({
  stdin: new PassThrough(),
  stdout: new PassThrough(),
  stderr: new PassThrough(),
})

const contextWith = (variables: Environment, directory = 'none', streams = newStreams()): Made => {
  const environment = { WASL_DEV_DIR: join(folder, directory), ...variables }
  const context: Context = {
    environment,
    terminal: createTerminal(streams, environment, 'wasl'),
    signal: new AbortController().signal,
    stopGracefully: () => undefined,
    exitWith: () => undefined,
  }
  return { context, said: () => String(streams.stderr.read() ?? '') }
}

/** Where each of the three commands would send signed events. */
const webhookUrlsOf = async (
  { context }: Made,
  given: { apiUrl?: string; webhookUrl?: string },
): Promise<(string | null)[]> => {
  const certify = findEndpoints(context, given)
  const dev = await readUrls(context, given)
  const of = (urls: { apiUrl: string; webhookUrl: string | null } | null): string | null =>
    urls && (urls.webhookUrl ?? `${urls.apiUrl}/webhooks/platform`)
  return [of(certify), of(dev), readWebhookTarget(context, given).webhookUrl]
}

describe('the Webhook URL of certify, dev and trigger', () => {
  const all = (url: string): string[] => [url, url, url]

  test('follows from a typed API URL, whatever the environment has', async () => {
    const urls = await webhookUrlsOf(contextWith(LOADED, 'kept'), { apiUrl: TYPED })
    expect(urls).toEqual(all(`${TYPED}/webhooks/platform`))
  })

  test('is the typed one, if there is one', async () => {
    const webhookUrl = 'https://staging.example/hook'
    const made = contextWith(LOADED, 'kept')
    expect(await webhookUrlsOf(made, { apiUrl: TYPED, webhookUrl })).toEqual(all(webhookUrl))
    expect(await webhookUrlsOf(made, { webhookUrl })).toEqual(all(webhookUrl))
    expect(made.said()).toBe('')
  })

  test('is that of the environment when the API URL is from there', async () => {
    const made = contextWith(LOADED, 'kept')
    expect(await webhookUrlsOf(made, {})).toEqual(all(LOADED.WEBHOOK_URL))
    expect(made.said()).toBe('')
    const { API_URL } = LOADED
    const urls = await webhookUrlsOf(contextWith({ API_URL }, 'kept'), {})
    expect(urls).toEqual(all(`${API_URL}/webhooks/platform`))
  })

  test('is that of wasl dev when the API URL is from there', async () => {
    expect(await webhookUrlsOf(contextWith({}, 'kept'), {})).toEqual(all(KEPT.webhookUrl))
  })

  test('is not that of the environment when the API URL is from wasl dev', () => {
    const { WEBHOOK_URL } = LOADED
    const { context, said } = contextWith({ WEBHOOK_URL }, 'kept')
    expect(findEndpoints(context, {})).toEqual(KEPT)
    expect(said()).toBe(
      'WEBHOOK_URL of the environment is not used: the API URL is from wasl dev.\n',
    )
    // An event needs no API URL, so nothing is mixed.
    expect(readWebhookTarget(context, {}).webhookUrl).toBe(WEBHOOK_URL)
  })
})

test('a variable that is not used is named', () => {
  const { context, said } = contextWith(LOADED)
  findEndpoints(context, { apiUrl: TYPED })
  expect(said()).toContain('WEBHOOK_URL of the environment is not used')
})

test('without any URL there are no endpoints', async () => {
  const { context } = contextWith({})
  expect(findEndpoints(context, {})).toBe(null)
  expect(() => readWebhookTarget(context, {}).webhookUrl).toThrow(
    'Where does your server take webhooks?',
  )
  await expect(readUrls(context, {})).rejects.toThrow('--api-url is missing')
})

test('a variable that is not used is named when the API URL comes from the prompt', async () => {
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined })
  const stderr = Object.assign(new PassThrough(), { isTTY: true })
  const streams = { ...newStreams(), stdin, stderr }
  const { WEBHOOK_URL } = LOADED
  const { context, said } = contextWith({ WEBHOOK_URL }, 'none', streams)
  const asked = readUrls(context, {})
  stdin.write(`${KEPT.apiUrl}\r`)
  expect(await asked).toEqual({ apiUrl: KEPT.apiUrl, webhookUrl: null })
  expect(said()).toContain(
    'WEBHOOK_URL of the environment is not used: the API URL is from the prompt.\n',
  )
})

test('only the API URL loses its final slash, because a receiver may need it', async () => {
  const given = { apiUrl: 'http://localhost:8000/pay/', webhookUrl: 'http://localhost:8000/hooks/' }
  expect(await readUrls(contextWith({}).context, given)).toEqual({
    apiUrl: 'http://localhost:8000/pay',
    webhookUrl: 'http://localhost:8000/hooks/',
  })
})

describe('a broken file of wasl dev', () => {
  const PLATFORM = 'http://127.0.0.1:8080'

  test('does not stop a command that does not need it', () => {
    const typed = contextWith({}, 'broken').context
    expect(findEndpoints(typed, { apiUrl: TYPED })?.apiUrl).toBe(TYPED)
    expect(readWebhookTarget(typed, { webhookUrl: TYPED }).webhookUrl).toBe(TYPED)
    expect(readPlatform(typed, { url: PLATFORM, apiKey: 'key' })).toEqual({
      baseUrl: PLATFORM,
      apiKey: 'key',
    })
    const set = { ...LOADED, WASL_URL: PLATFORM, WASL_API_KEY: 'key' }
    const loaded = contextWith(set, 'broken').context
    expect(findEndpoints(loaded, {})?.apiUrl).toBe(LOADED.API_URL)
    expect(readWebhookTarget(loaded, {}).webhookUrl).toBe(LOADED.WEBHOOK_URL)
    expect(readPlatform(loaded, {}).apiKey).toBe('key')
  })

  test('is named where it is needed', () => {
    const { context } = contextWith({}, 'broken')
    expect(() => findEndpoints(context, {})).toThrow('dev.json cannot be used')
    expect(() => readPlatform(context, {})).toThrow('running.json cannot be used')
  })
})
