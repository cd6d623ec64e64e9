/** A company's directory: oidc-provider on loopback, which can be made to answer wrongly. */
import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

export type DirectoryAccount = {
  name?: string
  email?: string
  email_verified?: boolean
  groups?: readonly string[]
}

export type TestDirectory = {
  issuer: string
  clientId: string
  clientSecret: string
  /** The people by subject. Changed at will. */
  people: Map<string, DirectoryAccount>
  /** Changes the claims of each ID token, which is signed again. */
  forge: ((claims: Record<string, unknown>) => Record<string, unknown>) | null
  /** Signs what was forged with a key that is not the directory's. */
  usesOtherKey: boolean
  /** Replaces fields of the discovery document. */
  document: Record<string, unknown>
  /** A browser of a person: opens the page and gives the query with which it is led back. */
  signIn(url: string, subject: string): Promise<string>
  close(): Promise<void>
}

/** Starts a directory that leads back to this address. */
export const startDirectory = async (redirectUri: string): Promise<TestDirectory> => {
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => undefined
  const server = createServer((request, response) => handle(request, response))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const directory: TestDirectory = {
    issuer,
    clientId: 'wasl',
    clientSecret: 'what the directory and the platform alone know',
    people: new Map(),
    forge: null,
    usesOtherKey: false,
    document: {},
    signIn: (url, subject) => signIn(url, subject, redirectUri),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  const provider = providerOf(directory, keys.privateKey, redirectUri)
  answerWrongly(provider, directory, keys.privateKey)
  const callback = provider.callback()
  handle = (request, response) => {
    if (request.url?.startsWith('/interaction/') !== true) return callback(request, response)
    const accountId = String(request.headers['x-test-person'])
    void provider.interactionFinished(request, response, { login: { accountId } })
  }
  return directory
}

/** What the directory issues, each for ten minutes. */
const LIVES = ['AccessToken', 'AuthorizationCode', 'Grant', 'IdToken', 'Interaction', 'Session']

const SCOPES = 'openid profile email groups'

const providerOf = (
  { issuer, clientId, clientSecret, people }: TestDirectory,
  key: KeyObject,
  redirectUri: string,
): Provider =>
  new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    jwks: { keys: [{ ...key.export({ format: 'jwk' }), kid: 'only', use: 'sig', alg: 'RS256' }] },
    ttl: Object.fromEntries(LIVES.map((name) => [name, 600])),
    cookies: { keys: ['of the tests'] },
    pkce: { required: () => true },
    scopes: SCOPES.split(' '),
    claims: {
      openid: ['sub'],
      profile: ['name'],
      email: ['email', 'email_verified'],
      groups: ['groups'],
    },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ sub: accountId, ...people.get(accountId) }),
    }),
    // Nobody is asked whether the platform may know them: it is the company's own.
    async loadExistingGrant({ oidc }: { oidc: any }) {
      const { accountId } = oidc.session
      const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId })
      grant.addOIDCScope(SCOPES)
      await grant.save()
      return grant
    },
  })

const answerWrongly = (provider: Provider, directory: TestDirectory, key: KeyObject): void =>
  provider.use(async (context, next) => {
    await next()
    const { path, body } = context
    if (path === '/.well-known/openid-configuration') {
      context.body = { ...body, ...directory.document }
    }
    if (path !== '/token' || directory.forge === null || body?.id_token === undefined) return
    const signingKey = directory.usesOtherKey
      ? generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
      : key
    context.body = { ...body, id_token: forged(body.id_token, directory.forge, signingKey) }
  })

const forged = (
  token: string,
  change: (claims: Record<string, unknown>) => Record<string, unknown>,
  key: KeyObject,
): string => {
  const [head = '', claims = ''] = token.split('.')
  const changed = change(JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')))
  const text = `${head}.${Buffer.from(JSON.stringify(changed)).toString('base64url')}`
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`
}

/** More steps than a sign-in has. */
const STEPS_MAX = 10

const signIn = async (from: string, subject: string, redirectUri: string): Promise<string> => {
  const cookies = new Map<string, string>()
  let url = from
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie, 'x-test-person': subject },
    })
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      cookies.set(name, value)
    }
    const location = answer.headers.get('location')
    if (location === null) throw new Error(`the directory answered ${await answer.text()}`)
    url = new URL(location, url).href
    if (url.startsWith(redirectUri)) return new URL(url).search
  }
  throw new Error('the directory leads round in a circle')
}
