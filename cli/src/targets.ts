/** Which endpoints and which platform a command uses. */
import { urlProblem, webhookUrlOf } from '@wasl/protocol'
import type { Context } from './context.ts'
import { devDirectory, readRunning, readState } from './dev/home.ts'
import { usage } from './problem.ts'

type UrlOptions = { apiUrl?: string | undefined; webhookUrl?: string | undefined }

/** The partner's two endpoints; a null Webhook URL follows from the API URL (D12). */
export type Endpoints = { apiUrl: string; webhookUrl: string | null }

type Urls = { apiUrl: string | undefined; webhookUrl: string | undefined }

type Source = Urls & { name: 'the command line' | 'the environment' | 'wasl dev' }

/**
 * The sources of URLs; the first that has one counts. A generator, because a damaged file of wasl dev
 * does not matter when the URLs were typed.
 */
const sourcesOf = function* (
  { environment }: Context,
  { apiUrl, webhookUrl }: UrlOptions,
  directory?: string,
): Generator<Source> {
  yield { name: 'the command line', apiUrl, webhookUrl }
  yield {
    name: 'the environment',
    apiUrl: environment['API_URL'],
    webhookUrl: environment['WEBHOOK_URL'],
  }
  const kept = readState(devDirectory(environment, directory))
  yield { name: 'wasl dev', apiUrl: kept?.apiUrl, webhookUrl: kept?.webhookUrl ?? undefined }
}

const firstOf = (sources: Iterable<Source>, counts: (urls: Urls) => boolean): Source | null => {
  for (const source of sources) if (counts(source)) return source
  return null
}

/**
 * Both endpoints: from the options, the environment or wasl dev. Unless it was typed, the Webhook URL
 * has the same source as the API URL: a shell may have the variables of production, and signed events
 * for another server must not go there.
 */
export const findEndpoints = (
  context: Context,
  given: UrlOptions,
  directory?: string,
): Endpoints | null => {
  const sources = sourcesOf(context, given, directory)
  const source = firstOf(sources, ({ apiUrl }) => apiUrl !== undefined)
  if (source?.apiUrl === undefined) return null
  if (given.webhookUrl === undefined) tellLeftOut(context, source.name)
  return { apiUrl: source.apiUrl, webhookUrl: given.webhookUrl ?? source.webhookUrl ?? null }
}

/** Says that WEBHOOK_URL is set and not used, and where the API URL came from. */
export const tellLeftOut = (
  { environment, terminal }: Context,
  name: Source['name'] | 'the prompt',
): void => {
  if (name === 'the environment' || environment['WEBHOOK_URL'] === undefined) return
  terminal.say(`WEBHOOK_URL of the environment is not used: the API URL is from ${name}.`)
}

/**
 * The Webhook URL, from the first source that has either URL; and the API URL, if it is known or
 * follows from the Webhook URL (D12).
 *
 * @throws Problem when the address is missing, or is not a URL.
 */
export const readWebhookTarget = (
  context: Context,
  given: UrlOptions,
): { webhookUrl: string; apiUrl: string | null } => {
  const source = firstOf(
    sourcesOf(context, given),
    ({ apiUrl, webhookUrl }) => apiUrl !== undefined || webhookUrl !== undefined,
  )
  const found = source?.webhookUrl ?? derived(source?.apiUrl)
  if (source === null || found === undefined) {
    throw usage(
      'Where does your server take webhooks?',
      'Give --webhook-url or --api-url, or set WEBHOOK_URL or API_URL.',
    )
  }
  if (given.webhookUrl === undefined) tellLeftOut(context, source.name)
  const webhookUrl = checkedUrl('the Webhook URL', found)
  const apiUrl = source.apiUrl ?? /^(.*)\/webhooks\/platform\/?$/.exec(webhookUrl)?.[1]
  return { webhookUrl, apiUrl: apiUrl === undefined ? null : checkedUrl('the API URL', apiUrl) }
}

const derived = (apiUrl: string | undefined): string | undefined =>
  apiUrl === undefined ? undefined : webhookUrlOf(apiUrl)

const checkedUrl = (name: string, url: string): string => {
  const problem = urlProblem(url)
  if (problem !== null) throw usage(`${name}: ${problem}`, 'For example: http://localhost:3000/pay')
  return url
}

type PlatformOptions = { url?: string; apiKey?: string }

/** The platform's URL and the partner's key: from the options, the environment or wasl dev. */
export const readPlatform = (
  { environment }: Context,
  { url, apiKey }: PlatformOptions,
): { baseUrl: string; apiKey: string } => {
  const directory = devDirectory(environment)
  const baseUrl = url ?? environment['WASL_URL'] ?? readRunning(directory)?.platformUrl
  if (baseUrl === undefined) {
    throw usage('Where is the platform?', 'Set WASL_URL, give --url, or start wasl dev.')
  }
  const key = apiKey ?? environment['WASL_API_KEY'] ?? devKey(directory, baseUrl)
  if (key === undefined) {
    throw usage('WASL_API_KEY is missing.', 'The operator gives you this key for the two APIs.')
  }
  return { baseUrl, apiKey: key }
}

/** The key of wasl dev goes only to its own platform. */
const devKey = (directory: string, baseUrl: string): string | undefined => {
  if (baseUrl !== readRunning(directory)?.platformUrl) return undefined
  return readState(directory)?.partner?.apiKey
}
