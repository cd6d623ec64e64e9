/** Which endpoints and which platform a command is about. */
import { urlProblem } from '@wasl/protocol'
import type { Context } from './context.ts'
import { devDirectory, readRunning, readState } from './dev/home.ts'
import { usage } from './problem.ts'

type UrlOptions = { apiUrl?: string; webhookUrl?: string }

/**
 * The Webhook URL: given, from the environment, derived from the API URL (D12), or that of wasl dev.
 *
 * @throws Problem when there is none, or it is no URL.
 */
export const readWebhookUrl = ({ environment }: Context, options: UrlOptions): string => {
  const { apiUrl, webhookUrl } = options
  const kept = readState(devDirectory(environment))
  const found =
    webhookUrl ??
    derived(apiUrl) ??
    environment['WEBHOOK_URL'] ??
    derived(environment['API_URL']) ??
    kept?.webhookUrl ??
    derived(kept?.apiUrl)
  if (found === undefined) {
    throw usage(
      'Where does your server take webhooks?',
      'Give --webhook-url or --api-url, or set WEBHOOK_URL or API_URL.',
    )
  }
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
