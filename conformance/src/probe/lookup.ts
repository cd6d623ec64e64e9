import { unixSeconds } from '@wasl/protocol'
import type { Exchange } from '../http/exchange.ts'
import { isLoopback } from '../loopback.ts'
import type { LookupChange } from '../request.ts'
import type { Session } from '../session.ts'

type Try = [change: LookupChange, cause: string]

/**
 * Why an honest lookup was refused with 401: tries the usual mistakes, and tells which of them the
 * partner expects. Null when it was not refused, or when nothing fits.
 */
export async function probeLookup(session: Session, refused: Exchange): Promise<string | null> {
  if (!isRefused(refused)) return null
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
    ...[-3600, 3600].map((seconds): Try => [
      { timestamp: String(unixSeconds(new Date()) + seconds) },
      'Your endpoint takes a timestamp that is an hour off: your clock is, or you compare UTC with a local time.',
    ]),
  ]
  for (const [change, cause] of tries) {
    if (!isRefused(await session.lookup(session.someReference, change))) return cause
  }
  const compare =
    'Compare the API secret given here with the one your process has: a line end or quotes may have come along'
  return isNearby ? `${compare}.` : `${compare}, or the two secrets have changed places.`
}

/** The HMAC secret must never travel, so this is tried with a server on this machine alone. */
function secretsSwapped({ hmacSecrets: [secret] }: Session): Try {
  const value = `Bearer ${encodeURIComponent(secret)}`
  return [
    { authorization: { value, shown: 'Bearer <HMAC_SECRET>' } },
    'Your endpoint takes the HMAC secret as the API secret: the two are mixed up, on your side or here.',
  ]
}

function isRefused({ answer }: Exchange): boolean {
  return answer.ok && (answer.status === 401 || answer.status === 403)
}
