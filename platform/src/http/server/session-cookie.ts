import type { OwnOrigins } from './own-page.ts'

/** The value of a cookie; undefined when it is missing or was sent twice. */
export const cookieIn = (header: string, name: string): string | undefined => {
  const prefix = `${name}=`
  const values = header
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(prefix))
  return values.length === 1 ? values[0]?.slice(prefix.length) : undefined
}

/**
 * The `Set-Cookie` that signs a browser in. No script reads the cookie, and no other site sends it. It
 * outlives the browser's window, because a phone closes a courier's browser; the session ends earlier
 * by its own limits.
 */
export const sessionCookie = (own: OwnOrigins, token: string, lifeSeconds: number): string =>
  `${own.cookie}=${token}; Path=/; Max-Age=${lifeSeconds}; HttpOnly; SameSite=Strict` +
  (own.isSecure ? '; Secure' : '')

/** The `Set-Cookie` that removes it. */
export const endedCookie = (own: OwnOrigins): string => sessionCookie(own, '', 0)
