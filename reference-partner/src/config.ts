/** The only reader of the environment. */
import { isIP } from 'node:net'

export type Config = {
  port: number
  host: string
  /** Several during a rotation. */
  apiSecret: string[]
  hmacSecret: string[]
  dataFile: string
}

export type ConfigResult =
  | { ok: true; config: Config }
  | { ok: false; /** A sentence that names the variable. */ problem: string }

const PORT_DEFAULT = '3000'
const DATA_FILE_DEFAULT = '.wasl/reference-partner.json'

export const readConfig = (env: Readonly<Record<string, string | undefined>>): ConfigResult => {
  const apiSecret = secretsIn(env['API_SECRET'] ?? '')
  const hmacSecret = secretsIn(env['HMAC_SECRET'] ?? '')
  const portText = env['PORT'] ?? PORT_DEFAULT
  const host = env['HOST'] ?? '127.0.0.1'
  const dataFile = env['DATA_FILE'] ?? DATA_FILE_DEFAULT
  for (const [name, secrets] of Object.entries({
    API_SECRET: apiSecret,
    HMAC_SECRET: hmacSecret,
  })) {
    if (secrets.length === 1 && secrets[0] === '') return missing(name)
    if (secrets.includes('')) {
      return wrong(name, 'expected secrets with a comma between them, received an empty one')
    }
  }
  if (!/^[0-9]{1,5}$/.test(portText) || Number(portText) > 65_535) {
    return wrong('PORT', `expected a number from 0 to 65535, received ${JSON.stringify(portText)}`)
  }
  if (isIP(host) === 0 && host !== 'localhost') {
    return wrong('HOST', `expected an IP address or localhost, received ${JSON.stringify(host)}`)
  }
  if (dataFile === '') return wrong('DATA_FILE', 'expected a path, received nothing')
  return { ok: true, config: { port: Number(portText), host, apiSecret, hmacSecret, dataFile } }
}

/** Separated by commas, which no secret of the platform contains (W63). */
const secretsIn = (text: string): string[] => text.split(',').map((secret) => secret.trim())

const missing = (name: string): ConfigResult =>
  wrong(
    name,
    "it is not set. Ask the platform's operator, who received it when the partner was created",
  )

const wrong = (name: string, problem: string): ConfigResult => ({
  ok: false,
  problem: `${name}: ${problem}.`,
})
