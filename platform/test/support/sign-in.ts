/** Signing in over HTTP, as the pages do it. */
import { Secret, TOTP } from 'otpauth'
import type { Authenticator } from './authenticator.ts'
import type { Clock } from './clock.ts'
import type { SignedIn } from './people.ts'
import type { Answer, Node } from './node.ts'

type Place = Pick<Node, 'origin' | 'port' | 'call'>

/** Where a browser shows the pages: passkeys need a domain, not an address. */
export const pageOrigin = ({ port }: Pick<Node, 'port'>): string => `http://localhost:${port}`

let addresses = 0

/** An address that nobody else of these tests has. */
export const newAddress = (): string => {
  addresses += 1
  return `198.18.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`
}

/** A request of one of the platform's pages to somebody who is not signed in. */
export const fromPage = (
  node: Place,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> =>
  node.call('POST', `/account/v1${path}`, {
    ...(body !== undefined && { body }),
    headers: {
      origin: pageOrigin(node),
      'sec-fetch-site': 'same-origin',
      'x-forwarded-for': newAddress(),
      ...headers,
    },
  })

export const PASSWORD = 'the lighthouse sells oranges'

/** The code of a secret at the platform's time. */
export const codeOf = async (secret: string, clock: Clock): Promise<string> =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: (await clock.now()).getTime(),
  })

const expectOk = ({ status, body, text }: Answer): any => {
  if (status >= 300) throw new Error(`was answered ${text}`)
  return body
}

/** Gives a user a password and an authenticator app. Its first code counts as used. */
export const addPassword = async (
  user: SignedIn,
  clock: Clock,
): Promise<{ secret: string; recoveryCodes: string[] }> => {
  const { secret } = expectOk(await user.call('POST', '/account/v1/totp/options'))
  const code = await codeOf(secret, clock)
  const { recoveryCodes } = expectOk(
    await user.call('POST', '/account/v1/totp', { body: { secret, code } }),
  )
  expectOk(await user.call('POST', '/account/v1/password', { body: { password: PASSWORD } }))
  return { secret, recoveryCodes }
}

/** Gives a user a passkey. */
export const addPasskey = async (
  node: Place,
  user: SignedIn,
  authenticator: Authenticator,
): Promise<any> => {
  const { options } = expectOk(await user.call('POST', '/account/v1/passkeys/options'))
  const response = authenticator.create(options, pageOrigin(node))
  return expectOk(
    await user.call('POST', '/account/v1/passkeys', { body: { name: 'Phone', response } }),
  )
}

export const signInByPasskey = async (
  node: Place,
  authenticator: Authenticator,
  headers: Record<string, string> = {},
): Promise<Answer> => {
  const { options } = expectOk(await fromPage(node, '/sign-in/passkey/options'))
  const response = authenticator.get(options, pageOrigin(node))
  return fromPage(node, '/sign-in/passkey', { response }, headers)
}

/** The value of a cookie that an answer sets. */
export const cookieOf = (answer: Answer, name = 'wasl-session'): string => {
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '')
  const value = cookies.find((cookie) => cookie.startsWith(`${name}=`))
  if (value === undefined) throw new Error(`${name} was not set: ${answer.text}`)
  return value.slice(name.length + 1)
}
