/**
 * Whether a URL points at this machine, so that requests never leave it. The only name is
 * `localhost`: `x.localhost` may be looked up in the DNS.
 *
 * @example isLoopback('http://localhost:3000/pay') // true
 */
export const isLoopback = (url: string): boolean => {
  // The URL parser normalises every notation of an address.
  const { hostname } = new URL(url)
  if (hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)) return true
  return hostname === 'localhost'
}
