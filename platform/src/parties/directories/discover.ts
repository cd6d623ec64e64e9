import { z } from 'zod'
import type { AddressPolicy } from '../../base/outbound/address-policy.ts'
import { urlRefusal } from '../partners/check-url.ts'
import type { GuardedFetch } from './guarded-fetch.ts'

/** What the platform needs of the document in which a directory describes itself. */
const documentSchema = z.looseObject({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  jwks_uri: z.string(),
  userinfo_endpoint: z.string().optional(),
  scopes_supported: z.array(z.string()).optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
})

export type DirectoryDocument = z.output<typeof documentSchema>

export type Discovered =
  | { ok: true; document: DirectoryDocument }
  /** Why not, as part of a sentence. */
  | { ok: false; message: string }

const ADDRESSES = [
  'authorization_endpoint',
  'token_endpoint',
  'jwks_uri',
  'userinfo_endpoint',
] as const

/** Reads the discovery document of an issuer, who must name itself as it was asked for. */
export const discover = async (
  { fetch, failure }: GuardedFetch,
  issuer: string,
  policy: AddressPolicy,
): Promise<Discovered> => {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const refusal = urlRefusal(url, policy)
  if (refusal !== null) return { ok: false, message: refusal }
  const answer = await fetch(url, { method: 'GET', headers: { accept: 'application/json' } }).catch(
    () => null,
  )
  if (answer === null) return { ok: false, message: `${url} did not answer: ${failure()}` }
  if (answer.status !== 200) {
    return { ok: false, message: `expected the status 200 of ${url}, received ${answer.status}` }
  }
  const read = documentSchema.safeParse(await answer.json().catch(() => null))
  if (!read.success) {
    return { ok: false, message: `expected an OpenID Connect discovery document at ${url}` }
  }
  return checked(read.data, issuer, policy)
}

const checked = (
  document: DirectoryDocument,
  issuer: string,
  policy: AddressPolicy,
): Discovered => {
  // Otherwise one directory could hand out what another one signs.
  if (document.issuer !== issuer) {
    const message = `expected a directory that names itself ${issuer}, received ${document.issuer}`
    return { ok: false, message }
  }
  for (const name of ADDRESSES) {
    const address = document[name]
    // Also the page that the browser opens: a script as an address would run here.
    const refusal = address === undefined ? null : urlRefusal(address, policy)
    if (refusal !== null) return { ok: false, message: `${name} of the directory: ${refusal}` }
  }
  return { ok: true, document }
}
