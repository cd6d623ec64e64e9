import { columns, type Terminal } from '../terminal.ts'
import type { DevPartner } from './home.ts'
import { clockText } from './perform.ts'
import type { Session } from './session.ts'

/** The variables that the developer's server needs, under the names that the guides use. */
export const variablesOf = (
  { apiSecret, hmacSecret, apiKey }: DevPartner,
  platformUrl: string,
): Record<string, string> => ({
  API_SECRET: apiSecret,
  HMAC_SECRET: hmacSecret,
  WASL_URL: platformUrl,
  WASL_API_KEY: apiKey,
})

/** What a developer sees when the platform is ready. */
export const showBanner = async (
  { say, hint, called }: Terminal,
  { platformUrl, apiUrl, webhookUrl, accounts, clock }: Session,
  directory: string,
): Promise<void> => {
  const { partner } = accounts
  say()
  say(hint.bold(`wasl dev: the platform runs at ${platformUrl}`))
  say()
  for (const line of columns([
    ['lookups go to', `GET ${apiUrl}/{reference}`],
    ['webhooks go to', `POST ${webhookUrl}`],
    ['partner', partner.partnerId],
    ['clock', clockText(await clock.read())],
    ['data', directory],
  ])) {
    say(`  ${line}`)
  }
  say()
  say("Your server's environment (the same in every run; also: wasl dev env):")
  say()
  for (const [name, value] of Object.entries(variablesOf(partner, platformUrl))) {
    say(`  ${hint.cyan(name)}=${value}`)
  }
  say()
  say(
    `Try: ${hint.bold('pay <reference>')} here, or ${hint.bold(called('wasl dev pay <reference>'))} in another terminal.`,
  )
  say('Ctrl-C stops it.')
  say()
}
