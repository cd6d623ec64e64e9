/** The public keys of a platform: from a file, a URL, or the platform that the environment names. */
import { readFile } from 'node:fs/promises'
import type { Context } from './context.ts'
import { devDirectory, readRunning } from './dev/home.ts'
import { unreachable, usage } from './problem.ts'

/** The document grows by some 300 bytes with each key. */
const BYTES_MAX = 1_048_576

const TIMEOUT_MS = 10_000

/** Where a platform publishes them. */
export const KEYS_PATH = '/.well-known/wasl-keys'

/**
 * @param source a file, a URL, or undefined for the platform of WASL_URL or the running wasl dev.
 *
 * @throws Problem when no platform is named, or when its keys are not JSON.
 */
export const readPublishedKeys = async (
  { environment }: Context,
  source: string | undefined,
): Promise<unknown> => {
  const found =
    source ?? environment['WASL_URL'] ?? readRunning(devDirectory(environment))?.platformUrl
  if (found === undefined) {
    throw usage(
      'Which platform’s keys?',
      `Give --keys with its ${KEYS_PATH} or a copy of it, set WASL_URL, or start wasl dev.`,
    )
  }
  const text = /^https?:/i.test(found)
    ? await fetchPublishedKeys(found, '--keys')
    : await readKeysFile(found)
  try {
    return JSON.parse(text)
  } catch {
    throw usage(`${found} is not JSON.`, `Expected the content of ${KEYS_PATH}.`)
  }
}

const readKeysFile = async (path: string): Promise<string> => {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw usage(`${path} cannot be read: ${(error as Error).message}`)
  }
}

/** Anybody who could change the keys on the way could sign anything. */
const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/**
 * The text that a platform publishes: over https, or from this machine.
 *
 * @param option the option that gave the URL, for the message.
 *
 * @throws Problem when the URL is not usable, or gives no keys.
 */
export const fetchPublishedKeys = async (given: string, option: string): Promise<string> => {
  const url = URL.parse(given)
  if (url === null) throw usage(`${option}: ${JSON.stringify(given)} is not a URL.`)
  if (url.protocol !== 'https:' && !LOOPBACK.test(url.hostname)) {
    throw usage(
      `${option}: fetch keys over https only.`,
      'Or give --keys with a file that you trust.',
    )
  }
  if (url.pathname === '/') url.pathname = KEYS_PATH
  const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
    .then(async (response) => ({ status: response.status, text: await response.text() }))
    .catch((error: unknown) => {
      throw unreachable(`${url.href} does not answer: ${causeOf(error)}`)
    })
  if (answer.status === 200 && answer.text.length <= BYTES_MAX) return answer.text
  throw unreachable(
    `${url.href} gave no keys: HTTP ${answer.status}, ${answer.text.length} characters`,
  )
}

const causeOf = (error: unknown): string => {
  const { message, cause } = error as Error
  return cause instanceof Error && cause.message !== '' ? cause.message : message
}
