/** Problems of the checks' options, by the names of this command. */
import { usage, type Problem } from '../problem.ts'

const NAMES: readonly (readonly [inOptions: string, here: string])[] = [
  ['apiUrl', 'api-url'],
  ['webhookUrl', '--webhook-url'],
  ['apiSecret', 'API_SECRET'],
  ['hmacSecret', 'HMAC_SECRET'],
  ['timeoutMs', '--timeout'],
  ['amount', '--amount'],
  ['only', '--only'],
  ['skip', '--skip'],
]

const EXAMPLE = 'For example: wasl certify http://localhost:3000/pay --reference payable=INV-1'

/** @param problem `option: sentence`. */
export const certifyProblem = (problem: string, apiUrl: string): Problem => {
  const [name = '', ...rest] = problem.split(': ')
  const sentence = rest.join(': ').replaceAll(/references\.(\w+)/g, '--reference $1=…')
  if (name.startsWith('references.')) {
    const kind = name.slice('references.'.length)
    return usage(`--reference ${kind}=…: ${sentence}`, EXAMPLE)
  }
  const known = NAMES.find(([inOptions]) => inOptions === name)
  const text = known === undefined ? problem : `${known[1]}: ${sentence}`
  if (name === 'only' || name === 'skip') {
    return usage(text, 'The checks and their groups: wasl certify --list')
  }
  if (name !== 'apiUrl') return usage(text, EXAMPLE)
  // People leave the scheme out, as a browser lets them.
  const withScheme = /^[a-z\d.-]+(?::\d+)?(?:\/|$)/i.test(apiUrl) ? `http://${apiUrl}` : null
  return usage(
    `${text}, received ${JSON.stringify(apiUrl)}`,
    withScheme === null ? EXAMPLE : `With its scheme: wasl certify ${withScheme}`,
  )
}
