/** Every call between the platform and the developer's server: what the feed shows, and what faults change. */
import type { PlatformHooks, Send } from '@wasl/platform'
import { createFaults } from './faults.ts'
import { faultEntry, feedHooks, type Feed } from './feed.ts'
import { createPartnerWords } from './partner-words.ts'
import type { Session } from './session.ts'

type PartnerCalls = Pick<Session, 'faults' | 'words' | 'send' | 'acknowledged'> & {
  hooks: PlatformHooks
}

export const createPartnerCalls = (
  feed: Feed,
  urls: { apiUrl: string; webhookUrl: string },
): PartnerCalls => {
  const faults = createFaults((kind, request) =>
    feed.tell(
      faultEntry(kind, `${request.method} ${request.pathSuffix ?? request.url.toString()}`),
    ),
  )
  const words = createPartnerWords()
  const acknowledged = Promise.withResolvers<void>()
  const hooks = feedHooks(feed, { ...urls, faultOf: faults.metBy, wordsOf: words.of })
  let send: Send = () => Promise.reject(new Error('the platform did not start'))
  return {
    faults,
    words,
    send: (request) => send(request),
    acknowledged: acknowledged.promise,
    hooks: {
      ...hooks,
      aroundSend(plain) {
        send = plain
        return faults.around(words.around(plain))
      },
      onAttempt(result, delivery) {
        hooks.onAttempt?.(result, delivery)
        if (result.outcome === 'acknowledged') acknowledged.resolve()
      },
    },
  }
}
