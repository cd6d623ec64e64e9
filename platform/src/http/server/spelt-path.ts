/**
 * Whether a request's target is spelt exactly as its route, so that a proxy which denies `/operator` or
 * `/metrics` by the text of the path sees what this server sees. The router decodes before it compares
 * (`/%6fperator`), cuts at `#`, and takes a whole URL for its path; letters that a caller may choose are
 * in the route's parameters alone.
 *
 * @param target the request's target as it came, with its query.
 * @param route the route that matched, such as `/operator/v1/partners/:partnerId`.
 */
export const isSpeltAsRoute = (target: string, route: string): boolean => {
  if (!target.startsWith('/')) return false
  const [path = ''] = target.split('?')
  if (path.includes('#')) return false
  // Without an escape the router has compared the path as it is.
  if (!path.includes('%')) return true
  const segments = path.split('/')
  const expected = route.split('/')
  const isWhole = expected.at(-1) === '*' || segments.length === expected.length
  return isWhole && expected.every((fixed, index) => isSpelt(segments[index], fixed))
}

const isSpelt = (segment: string | undefined, expected: string): boolean =>
  expected === '*' || expected.startsWith(':') || segment === expected
