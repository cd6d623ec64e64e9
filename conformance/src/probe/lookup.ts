import { unixSeconds } from '@wasl/protocol'
import type { Exchange } from '../http/exchange.ts'
import type { LookupChange } from '../request.ts'
import type { Session } from '../session.ts'

/**
 * Why an honest lookup was refused with 401: tries the usual mistakes, and tells which of them the
 * partner expects. Null when it was not refused, or when nothing fits.
 */
export async function probeLookup(session: Session, refused: Exchange): Promise<string | null> {
  if (!isRefused(refused)) return null
  const [apiSecret] = session.apiSecrets
  const [hmacSecret] = session.hmacSecrets
  const tries: [change: LookupChange, cause: string][] = [
    [
      {
        authorization: {
          value: `Bearer ${encodeURIComponent(hmacSecret)}`,
          shown: 'Bearer <HMAC_SECRET>',
        },
      },
      'Your endpoint takes the HMAC secret as the API secret: the two are mixed up, on your side or here.',
    ],
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
      .map((_, index): [LookupChange, string] => [
        { authorization: session.bearer(index + 1) },
        'Your endpoint takes another of the API secrets that were given here, but not the first.',
      ]),
    ...[-3600, 3600].map((seconds): [LookupChange, string] => [
      { timestamp: String(unixSeconds(new Date()) + seconds) },
      'Your endpoint takes a timestamp that is an hour off: your clock is, or you compare UTC with a local time.',
    ]),
  ]
  for (const [change, cause] of tries) {
    if (!isRefused(await session.lookup(session.someReference, change))) return cause
  }
  return 'Compare the API secret given here with the one your process has: a line end or quotes may have come along.'
}

function isRefused({ answer }: Exchange): boolean {
  return answer.ok && (answer.status === 401 || answer.status === 403)
}
