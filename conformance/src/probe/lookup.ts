import type { Exchange } from '../http/exchange.ts'
import { isLoopback } from '../loopback.ts'
import type { LookupChange } from '../request.ts'
import type { Session } from '../session.ts'
import { clockTries } from './clock.ts'

type Try = [change: LookupChange, cause: string]

/**
 * Why an honest lookup was refused with 401: tries the usual mistakes, and tells which of them the
 * partner expects. Null when it was not refused, or when nothing fits.
 */
export const probeLookup = (session: Session, refused: Exchange): Promise<string | null> => {
  if (!isRefused(refused)) return Promise.resolve(null)
  const cause = causes.get(session) ?? probe(session)
  causes.set(session, cause)
  return cause
}

/** Found once in a run: what refuses one lookup refuses the next one too. */
const causes = new WeakMap<Session, Promise<string>>()

const probe = async (session: Session): Promise<string> => {
  const [apiSecret] = session.apiSecrets
  const isNearby = isLoopback(session.apiUrl)
  const tries: Try[] = [
    ...(isNearby ? [secretsSwapped(session)] : []),
    [
      { authorization: { value: apiSecret, shown: '<API_SECRET>' } },
      'Your endpoint takes the API secret alone: take "Bearer " off the header before you compare.',
    ],
    [
      { timestamp: String(Date.now()) },
      'Your endpoint takes X-Timestamp in milliseconds: it is in seconds, ten digits.',
    ],
    ...session.apiSecrets
      .slice(1)
      .map((_, index): Try => [
        { authorization: session.bearer(index + 1) },
        'Your endpoint takes another of the API secrets that were given here, but not the first.',
      ]),
    ...clockTries(session).map(({ timestamp, cause }): Try => [{ timestamp }, cause]),
  ]
  for (const [change, cause] of tries) {
    const exchange = await session.lookup(session.someReference, change)
    if (exchange.answer.ok && !isRefused(exchange)) return cause
  }
  const compare =
    'Compare the API secret given here with the one your process has: a line end or quotes may have come along'
  return isNearby ? `${compare}.` : `${compare}, or the two secrets have changed places.`
}

/** The HMAC secret must never travel, so this is tried with a server on this machine alone. */
const secretsSwapped = ({ hmacSecrets: [secret] }: Session): Try => {
  const value = `Bearer ${encodeURIComponent(secret)}`
  return [
    { authorization: { value, shown: 'Bearer <HMAC_SECRET>' } },
    'Your endpoint takes the HMAC secret as the API secret: the two are mixed up, on your side or here.',
  ]
}

const isRefused = ({ answer }: Exchange): boolean =>
  answer.ok && (answer.status === 401 || answer.status === 403)
