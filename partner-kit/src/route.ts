/** Finds the endpoint of a request. Pure. */

export type Paths = {
  /** Without a trailing slash; empty for the root. */
  basePath: string
  webhookPath: string
}

export type Route =
  | { kind: 'lookup'; /** Still percent-encoded. */ segment: string }
  | { kind: 'webhook' }
  | { kind: 'wrong_method'; /** The value of the header Allow. */ allow: string }
  | { kind: 'none' }

/**
 * `GET {base}/{reference}` is a lookup, `POST` to the webhook path a webhook. The webhook path may
 * also match a reference: the method decides.
 */
export const routeOf = (paths: Paths, method: string, pathname: string): Route => {
  const segment = referenceSegment(paths.basePath, pathname)
  const isWebhookPath = pathname === paths.webhookPath
  if (method === 'GET' && segment !== null) return { kind: 'lookup', segment }
  if (method === 'POST' && isWebhookPath) return { kind: 'webhook' }
  if (segment === null && !isWebhookPath) return { kind: 'none' }
  const allowed = [...(segment === null ? [] : ['GET']), ...(isWebhookPath ? ['POST'] : [])]
  return { kind: 'wrong_method', allow: allowed.join(', ') }
}

/** Whether a path belongs to the partner, even if it is no endpoint. */
export const ownsPath = (paths: Paths, pathname: string): boolean => {
  const { basePath, webhookPath } = paths
  return pathname === webhookPath || pathname === basePath || pathname.startsWith(`${basePath}/`)
}

const referenceSegment = (basePath: string, pathname: string): string | null => {
  if (!pathname.startsWith(`${basePath}/`)) return null
  const segment = pathname.slice(basePath.length + 1)
  return segment === '' || segment.includes('/') ? null : segment
}
