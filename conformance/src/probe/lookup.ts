import type { Exchange } from '../http/exchange.ts'
import { isLoopback } from '../loopback.ts'
import type { LookupChange } from '../request.ts'
import type { Session } from '../session.ts'
import { clockTries } from './clock.ts'

type Try = [change: LookupChange, cause: string]

/** Tries the usual mistakes to find why a correct lookup was refused. Null when it was not refused. */
export const probeLookup = (session: Session, refused: Exchange): Promise<string | null> => {
  if (!isRefused(refused)) return Promise.resolve(null)
  const cause = causes.get(session) ?? probe(session)
  causes.set(session, cause)
  return cause
}

/** One probe for each run: all lookups are refused for the same cause. */
const causes = new WeakMap<Session, Promise<string>>()

const probe = async (session: Session): Promise<string> => {
  const [apiSecret] = session.apiSecrets
  const isNearby = isLoopback(session.apiUrl)
  const tries: Try[] = [
    ...(isNearby ? [secretsSwapped(session)] : []),
    [
      { authorization: { value: apiSecret, shown: '<API_SECRET>' } },
      'Your endpoint expects the API secret alone: remove "Bearer " from the header before you compare.',
    ],
    [
      { timestamp: String(Date.now()) },
      'Your endpoint expects X-Timestamp in milliseconds: it is in seconds, ten digits.',
    ],
    ...session.apiSecrets
      .slice(1)
      .map((_, index): Try => [
        { authorization: session.bearer(index + 1) },
        'Your endpoint accepts another of the API secrets given here, but not the first.',
      ]),
    ...clockTries(session).map(({ timestamp, cause }): Try => [{ timestamp }, cause]),
  ]
  for (const [change, cause] of tries) {
    const exchange = await session.lookup(session.someReference, change)
    if (exchange.answer.ok && !isRefused(exchange)) return cause
  }
  const compare =
    'Compare the API secret given here with the one of your process: check for a line end or quotes'
  return isNearby ? `${compare}.` : `${compare}, or for swapped secrets.`
}

/** Sends the HMAC secret, so only to a server on this machine. */
const secretsSwapped = ({ hmacSecrets: [secret] }: Session): Try => {
  const value = `Bearer ${encodeURIComponent(secret)}`
  return [
    { authorization: { value, shown: 'Bearer <HMAC_SECRET>' } },
    'Your endpoint expects the HMAC secret as the API secret: the two are swapped, on your side or here.',
  ]
}

const isRefused = ({ answer }: Exchange): boolean =>
  answer.ok && (answer.status === 401 || answer.status === 403)
