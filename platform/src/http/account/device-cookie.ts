import type { FastifyRequest } from 'fastify'
import type { OwnOrigins } from '../server/own-page.ts'
import { cookieIn } from '../server/session-cookie.ts'

/** As long as browsers keep a cookie. */
const LIFE_SECONDS = 400 * 86_400

const nameOf = ({ isSecure }: OwnOrigins): string =>
  isSecure ? '__Host-wasl-device' : 'wasl-device'

/** The token of the enrolled device that a request comes from; null without one. */
export const deviceTokenOf = ({ headers }: FastifyRequest, own: OwnOrigins): string | null =>
  cookieIn(headers.cookie ?? '', nameOf(own)) ?? null

/** The `Set-Cookie` that enrols a browser: it stays when the supervisor signs out. */
export const deviceCookie = (own: OwnOrigins, token: string): string =>
  `${nameOf(own)}=${token}; Path=/; Max-Age=${LIFE_SECONDS}; HttpOnly; SameSite=Strict` +
  (own.isSecure ? '; Secure' : '')
