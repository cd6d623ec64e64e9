import type { Issue } from '@wasl/protocol'
import type { AddressPolicy } from '../../base/outbound/address-policy.ts'
import { isLocalhostName, parseTarget } from '../../base/outbound/target.ts'

/** How much of a URL an error message repeats. */
const URL_SHOWN_MAX = 100

/**
 * Why the platform would never call this URL, as far as its text tells; null when it may. Host
 * names are checked at each call, when they are resolved, because their addresses can change.
 */
export const urlRefusal = (url: string, policy: AddressPolicy): string | null => {
  const parsed = parseTarget(url)
  if (!parsed.ok) return parsed.message
  const { hostname, isLiteral, isTls } = parsed.target
  const schemeRefusal = policy.schemeRefusal(isTls)
  if (schemeRefusal !== null) return `${schemeRefusal}, received ${url.slice(0, URL_SHOWN_MAX)}`
  const refusal = isLiteral
    ? policy.refusal(hostname)
    : isLocalhostName(hostname) && policy.refusal('127.0.0.1') !== null
      ? `${hostname} is this machine itself`
      : null
  return refusal === null ? null : `expected a URL on the public internet: ${refusal}`
}

type Urls = { apiUrl?: string | undefined; webhookUrl?: string | null | undefined }

/** The issues of URLs that the platform would never call. */
export const uncallableUrls = (urls: Urls, policy: AddressPolicy): Issue[] =>
  (['apiUrl', 'webhookUrl'] as const).flatMap((path) => {
    const url = urls[path]
    const message = url === undefined || url === null ? null : urlRefusal(url, policy)
    return message === null ? [] : [{ path, message }]
  })
