/**
 * Whether a URL leads to this very machine, so that what is sent there passes no network. Of names
 * only `localhost`: one below it is looked up like any other, and a search domain may answer.
 *
 * @example isLoopback('http://localhost:3000/pay') // true
 */
export const isLoopback = (url: string): boolean => {
  // The parser has brought every spelling of an address into one form.
  const { hostname } = new URL(url)
  if (hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)) return true
  return hostname === 'localhost'
}
