/** Which endpoints and which platform a command is about. */
import { urlProblem } from '@wasl/protocol'
import type { Context } from './context.ts'
import { devDirectory, readRunning, readState } from './dev/home.ts'
import { usage } from './problem.ts'

type UrlOptions = { apiUrl?: string | undefined; webhookUrl?: string | undefined }

/** The partner's two endpoints; the second is null when it follows from the first (D12). */
export type Endpoints = { apiUrl: string; webhookUrl: string | null }

type Source = {
  name: 'the command line' | 'the environment' | 'wasl dev'
  apiUrl: string | undefined
  webhookUrl: string | undefined
}

/** Where URLs come from; the first that has one counts. */
const sourcesOf = (
  { environment }: Context,
  { apiUrl, webhookUrl }: UrlOptions,
  directory?: string,
): Source[] => {
  const kept = readState(devDirectory(environment, directory))
  return [
    { name: 'the command line', apiUrl, webhookUrl },
    {
      name: 'the environment',
      apiUrl: environment['API_URL'],
      webhookUrl: environment['WEBHOOK_URL'],
    },
    { name: 'wasl dev', apiUrl: kept?.apiUrl, webhookUrl: kept?.webhookUrl ?? undefined },
  ]
}

/**
 * Both endpoints: given, from the environment, or those of wasl dev. Unless it was typed itself, the
 * Webhook URL comes from where the API URL does: a shell may have the variables of production
 * loaded, and the true events of a run against another server must not go there.
 */
export const findEndpoints = (
  context: Context,
  given: UrlOptions,
  directory?: string,
): Endpoints | null => {
  const sources = sourcesOf(context, given, directory)
  const source = sources.find(({ apiUrl }) => apiUrl !== undefined)
  if (source?.apiUrl === undefined) return null
  if (given.webhookUrl === undefined) tellLeftOut(context, source)
  return { apiUrl: source.apiUrl, webhookUrl: given.webhookUrl ?? source.webhookUrl ?? null }
}

const tellLeftOut = ({ environment, terminal }: Context, { name }: Source): void => {
  if (name === 'the environment' || environment['WEBHOOK_URL'] === undefined) return
  terminal.say(`WEBHOOK_URL of the environment is left out: the API URL is from ${name}.`)
}

/**
 * The Webhook URL where no API URL is needed: of the first source that has either.
 *
 * @throws Problem when there is none, or it is no URL.
 */
export const readWebhookUrl = (context: Context, given: UrlOptions): string => {
  const source = sourcesOf(context, given).find(
    ({ apiUrl, webhookUrl }) => apiUrl !== undefined || webhookUrl !== undefined,
  )
  const found = source?.webhookUrl ?? derived(source?.apiUrl)
  if (source === undefined || found === undefined) {
    throw usage(
      'Where does your server take webhooks?',
      'Give --webhook-url or --api-url, or set WEBHOOK_URL or API_URL.',
    )
  }
  if (given.webhookUrl === undefined) tellLeftOut(context, source)
  return checkedUrl('the Webhook URL', found)
}

const derived = (apiUrl: string | undefined): string | undefined =>
  apiUrl === undefined ? undefined : `${apiUrl.replace(/\/$/, '')}/webhooks/platform`

export const checkedUrl = (name: string, url: string): string => {
  const problem = urlProblem(url)
  if (problem !== null) throw usage(`${name}: ${problem}`, 'For example: http://localhost:3000/pay')
  return url
}

type PlatformOptions = { url?: string; apiKey?: string }

/** Where the platform is and the partner's key: given, from the environment, or of wasl dev. */
export const readPlatform = (
  { environment }: Context,
  { url, apiKey }: PlatformOptions,
): { baseUrl: string; apiKey: string } => {
  const directory = devDirectory(environment)
  const baseUrl = url ?? environment['WASL_URL'] ?? readRunning(directory)?.platformUrl
  if (baseUrl === undefined) {
    throw usage('Where is the platform?', 'Set WASL_URL, give --url, or start wasl dev.')
  }
  const isDev = baseUrl === readRunning(directory)?.platformUrl
  const key =
    apiKey ??
    environment['WASL_API_KEY'] ??
    (isDev ? readState(directory)?.partner?.apiKey : undefined)
  if (key === undefined) {
    throw usage(
      'WASL_API_KEY is missing.',
      'It is the key that the operator gave you for the two APIs.',
    )
  }
  return { baseUrl, apiKey: key }
}
