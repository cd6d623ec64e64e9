import type { FastifyRequest } from 'fastify'
import { CHALLENGE_SECONDS } from '../../parties/credentials/challenges.ts'
import type { OwnOrigins } from '../server/own-page.ts'
import { cookieIn } from '../server/session-cookie.ts'

const nameOf = ({ isSecure }: OwnOrigins): string =>
  isSecure ? '__Host-wasl-directory' : 'wasl-directory'

/** The secret of the sign-in that this browser began at a directory; null without one. */
export const flowSecretOf = ({ headers }: FastifyRequest, own: OwnOrigins): string | null =>
  cookieIn(headers.cookie ?? '', nameOf(own)) ?? null

/**
 * The `Set-Cookie` of a browser that goes to a directory. No other site sends it: the page to which the
 * directory leads the browser back sends the answer itself.
 */
export const directoryCookie = (own: OwnOrigins, secret: string): string =>
  `${nameOf(own)}=${secret}; Path=/; Max-Age=${CHALLENGE_SECONDS}; HttpOnly; SameSite=Strict` +
  (own.isSecure ? '; Secure' : '')
