/** What browsers are told about every page and every file of a page. */

/** Headers of a page for people: nobody frames it, keeps it, lists it or learns where it leads. */
export const pageHeaders = (policy: string): Record<string, string> => ({
  'content-security-policy': policy,
  // A code's state may change within a second, and who paid is private.
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex, nofollow',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
})

/** Headers of a script or another file that a page loads. */
export const fileHeaders = (cacheControl: string): Record<string, string> => ({
  'cache-control': cacheControl,
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  // A service worker fetches under the policy of its own script.
  'content-security-policy': "default-src 'none'; connect-src 'self'",
})
