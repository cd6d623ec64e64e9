/** The URLs of a partner (D12). */
import { z } from 'zod'

/** The longest URL, in UTF-16 units. */
export const URL_LENGTH_MAX = 2048

const PRINTABLE = /^[\x21-\x7e]+$/
const WITH_AUTHORITY = /^https?:\/\/[^/\\]/i

/**
 * What is wrong with a partner's URL, or null. It must be absolute, http or https, at most 2048
 * characters of printable ASCII, without credentials, query or fragment. A host in another script is
 * given in its xn-- form, so that the URL shows the host that is called. The outbound client decides
 * which hosts may be called.
 */
export const urlProblem = (value: string): string | null => {
  if (value.length > URL_LENGTH_MAX) return `expected at most ${URL_LENGTH_MAX} characters`
  if (!PRINTABLE.test(value)) return 'expected a URL of printable ASCII characters, without spaces'
  if (!WITH_AUTHORITY.test(value) || !URL.canParse(value)) {
    return 'expected an absolute URL such as https://shop.example/payments'
  }
  const url = new URL(value)
  if (url.username !== '' || url.password !== '' || /^[^/]*\/\/[^/]*@/.test(value)) {
    return 'expected a URL without a user name or password'
  }
  if (/[?#]/.test(value)) return 'expected a URL without a query (?) or a fragment (#)'
  return null
}

export const urlSchema = z
  .string()
  .superRefine((value, context) => {
    const problem = urlProblem(value)
    if (problem !== null) context.addIssue({ code: 'custom', message: problem })
  })
  .meta({
    description:
      'An absolute https URL without credentials, query or fragment; also http if the platform allows ' +
      'private targets (D26).',
    format: 'uri',
    maxLength: URL_LENGTH_MAX,
  })

/** Removes trailing slashes, so that a path can be appended. */
export const withoutEndSlashes = (url: string): string => {
  let end = url.length
  while (url[end - 1] === '/') end -= 1
  return url.slice(0, end)
}

/**
 * The default webhook URL of a partner (D12).
 *
 * @example webhookUrlOf('https://shop.dz/pay/') // 'https://shop.dz/pay/webhooks/platform'
 */
export const webhookUrlOf = (apiUrl: string): string =>
  `${withoutEndSlashes(apiUrl)}/webhooks/platform`
