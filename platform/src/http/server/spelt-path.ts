/**
 * Whether a request's target is spelt exactly as its route. A proxy that denies `/operator` or
 * `/metrics` by the text of the path then sees the same path as this server. The router decodes
 * before it compares (`/%6fperator`), cuts at `#`, and accepts a whole URL as a path. Only the
 * route's parameters may contain letters that a caller chooses.
 *
 * @param target the request's target as received, with its query.
 * @param route the route that matched, such as `/operator/v1/partners/:partnerId`.
 */
export const isSpeltAsRoute = (target: string, route: string): boolean => {
  if (!target.startsWith('/')) return false
  const [path = ''] = target.split('?')
  if (path.includes('#')) return false
  // Without an escape, the router has compared the path as it is.
  if (!path.includes('%')) return true
  const segments = path.split('/')
  const expected = route.split('/')
  const isWhole = expected.at(-1) === '*' || segments.length === expected.length
  return isWhole && expected.every((fixed, index) => isSpelt(segments[index], fixed))
}

const isSpelt = (segment: string | undefined, expected: string): boolean =>
  expected === '*' || expected.startsWith(':') || segment === expected
