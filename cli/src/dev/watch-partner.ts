/** What the feed tells of the developer's server by itself. */
import { tryEscapedEvent } from './escaped-event.ts'
import { watchServer } from './probe.ts'
import type { Session } from './session.ts'

/** @param isOwn whether it is the developer's own server, and not that of the demonstration. */
export const watchPartner = (
  session: Session,
  signal: AbortSignal,
  { isOwn }: { isOwn: boolean },
): void => {
  if (isOwn) void sendEscapedEvent(session, signal)
  void watchServer(session.apiUrl, signal, (isUp, elsewhere) =>
    tellServer(session, isUp, elsewhere),
  )
}

/** Once in a run, when the server acknowledges events: then a refusal says something. */
const sendEscapedEvent = async (session: Session, signal: AbortSignal): Promise<void> => {
  const { acknowledged, accounts, feed, send, webhookUrl } = session
  await acknowledged
  const entry = await tryEscapedEvent({ send, webhookUrl, partner: accounts.partner })
  if (entry !== null && !signal.aborted) feed.tell(entry)
}

const tellServer = (
  { feed, apiUrl }: Session,
  isUp: boolean,
  elsewhere: string | null = null,
): void =>
  feed.tell({
    kind: 'partner',
    ok: isUp,
    text: isUp
      ? `your server is up at ${apiUrl}`
      : `nothing listens at ${apiUrl} yet: start your server; I keep trying`,
    remedy:
      elsewhere === null
        ? null
        : `Your server listens at ${elsewhere} instead: write localhost in place of the address.`,
  })
