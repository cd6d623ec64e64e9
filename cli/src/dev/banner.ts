import { columns, type Terminal } from '../terminal.ts'
import type { DevPartner } from './home.ts'

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

export type Opening = {
  platformUrl: string
  apiUrl: string
  webhookUrl: string
  partner: DevPartner
  clock: string
  dataDir: string
}

/** What is told when the platform is ready. */
export const tellOpening = (terminal: Terminal, opening: Opening): void => {
  const { say, hint, called } = terminal
  const { platformUrl, apiUrl, webhookUrl, partner, clock, dataDir } = opening
  const variables = Object.entries(variablesOf(partner, platformUrl))
  say()
  say(hint.bold(`wasl dev: the platform runs at ${platformUrl}`))
  say()
  for (const line of columns([
    ['lookups go to', `GET ${apiUrl}/{reference}`],
    ['webhooks go to', `POST ${webhookUrl}`],
    ['partner', partner.partnerId],
    ['clock', clock],
    ['data', dataDir],
  ])) {
    say(`  ${line}`)
  }
  say()
  say("Your server's environment (the same in every run; also: wasl dev env):")
  say()
  for (const [name, value] of variables) say(`  ${hint.cyan(name)}=${value}`)
  say()
  say(
    `Try: ${hint.bold('pay <reference>')} here, or ${hint.bold(called('wasl dev pay <reference>'))} in another terminal.`,
  )
  say('Ctrl-C stops it.')
  say()
}
