/**
 * The two steps of OpenID Connect, by the library `openid-client`, which is loaded at the first use. It
 * checks the state, the nonce, the issuer, the audience, the times and the signature of the answer.
 */
import type { Configuration, ServerMetadata } from 'openid-client'
import type { DirectoryDocument } from './discover.ts'
import { groupsIn, type Claims, type Directory } from './directory.ts'
import type { Flow } from './flow.ts'
import type { GuardedFetch } from './guarded-fetch.ts'

const load = () => import('openid-client')

type Client = Awaited<ReturnType<typeof load>>

export type DirectoryClient = {
  directory: Directory
  clientSecret: string
  document: DirectoryDocument
  guarded: GuardedFetch
}

/** Clocks of other companies are a little wrong. */
const CLOCK_TOLERANCE_SECONDS = 30

/** How long ago a person may have shown the password who confirms who they are. */
export const PROVED_SECONDS = 600

/** The page of the directory in which the person signs in. */
export const signInPage = async (
  client: DirectoryClient,
  { state, nonce, verifier }: Flow,
  { redirectUri, again }: { redirectUri: string; again: boolean },
): Promise<string> => {
  const openid = await load()
  const { scopes_supported: scopes = [] } = client.document
  return openid.buildAuthorizationUrl(configure(openid, client), {
    redirect_uri: redirectUri,
    scope: ['openid', 'profile', 'email', ...(scopes.includes('groups') ? ['groups'] : [])].join(
      ' ',
    ),
    state,
    nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(again && { prompt: 'login', max_age: String(PROVED_SECONDS) }),
  }).href
}

export type Confirmed = {
  claims: Claims
  /** When the person showed the password, in seconds; only known when it was asked for again. */
  provedAtSeconds: number | null
}

/**
 * What the directory says of who has come back from its page.
 *
 * @throws Error when the answer is not for this flow and this client, or not of this directory.
 */
export const claimsOf = async (
  client: DirectoryClient,
  flow: Flow,
  { callback, again }: { callback: URL; again: boolean },
): Promise<Confirmed> => {
  const openid = await load()
  const configuration = configure(openid, client)
  const tokens = await openid.authorizationCodeGrant(configuration, callback, {
    expectedState: flow.state,
    expectedNonce: flow.nonce,
    pkceCodeVerifier: flow.verifier,
    idTokenExpected: true,
    ...(again && { maxAge: PROVED_SECONDS }),
  })
  const claims = tokens.claims()
  if (claims === undefined) throw new Error('the directory sent no ID token')
  const provedAtSeconds = again ? (claims.auth_time ?? null) : null
  const hasGroups = groupsIn(claims, client.directory.groupsClaim) !== undefined
  if (hasGroups || client.document.userinfo_endpoint === undefined) {
    return { claims, provedAtSeconds }
  }
  const more = await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub)
  return { claims: { ...more, ...claims }, provedAtSeconds }
}

const configure = (
  openid: Client,
  { directory, clientSecret, document, guarded }: DirectoryClient,
): Configuration => {
  const ways = document.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const isBasic = ways.includes('client_secret_basic') || !ways.includes('client_secret_post')
  const configuration = new openid.Configuration(
    document as ServerMetadata,
    directory.clientId,
    { [openid.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
    isBasic ? openid.ClientSecretBasic(clientSecret) : openid.ClientSecretPost(clientSecret),
  )
  configuration[openid.customFetch] = (url, init) => guarded.fetch(url, init)
  // The guarded client decides about plain http: only for a local try.
  openid.allowInsecureRequests(configuration)
  openid.enableNonRepudiationChecks(configuration)
  return configuration
}
