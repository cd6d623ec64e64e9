import type { ChannelKind, ChannelStatus, PartnerStatus } from '@wasl/protocol'
import type { Pipeline } from '../../base/database/pipeline.ts'
import { readPartnerElsewhere, type HotDatabaseOf } from './read-partner-elsewhere.ts'
import { hashOfToken, SEEN_SECONDS, type Person } from './session.ts'

/** A session with what its side's API needs to know: one statement reads all of it. */
export type FoundSession = Person & {
  /** False when it has ended, or when its user may not sign in any more. */
  isLive: boolean
  /** Whether its use was recorded long enough ago to record it again. */
  isStale: boolean
  /** Of a partner's user. */
  partnerName: string | null
  partnerNameAr: string | null
  partnerStatus: PartnerStatus | null
  /** Of a channel's user. */
  channelName: string | null
  channelKind: ChannelKind | null
  channelStatus: ChannelStatus | null
  requiresAgent: boolean | null
  isTest: boolean | null
  partnerIds: number[] | null
}

/**
 * The session of a token; null when no session has it. It is read from the database at every request, so
 * that a session that ended, a role that changed or a user who was disabled counts at the next request
 * in every process.
 */
export const findSession = async (
  hot: Pipeline,
  token: string,
  databaseOf: HotDatabaseOf,
): Promise<FoundSession | null> => {
  const [session] = await hot.query<FoundSession>({
    name: 'find-session',
    text: `
      select user_id as "userId", session_id as "sessionId", users.name, email, language, side, role,
        users.partner_id as "partnerId", users.channel_id as "channelId",
        users.agent_id as "agentId", method, expires_at as "expiresAt",
        stepped_up_until as "steppedUpUntil",
        coalesce(stepped_up_until > clock.now, false) as "isSteppedUp",
        ended_at is null and idle_expires_at > clock.now and expires_at > clock.now
          and users.status = 'active' and coalesce(agents.status = 'active', true) as "isLive",
        last_seen_at <= clock.now - make_interval(secs => $2) as "isStale",
        partners.name as "partnerName", partners.name_ar as "partnerNameAr",
        partners.status as "partnerStatus",
        channels.name as "channelName", channels.kind as "channelKind",
        channels.status as "channelStatus", requires_agent as "requiresAgent",
        is_test as "isTest", partner_ids as "partnerIds"
      from sessions
      join users using (user_id)
      left join partners on partners.partner_id = users.partner_id
      left join channels on channels.channel_id = users.channel_id
      left join agents on agents.agent_id = users.agent_id
      cross join (select wasl_clock() as now) as clock
      where session_hash = $1`,
    values: [hashOfToken(token), SEEN_SECONDS],
  })
  if (session === undefined) return null
  const { partnerId, partnerStatus } = session
  if (partnerId === null || partnerStatus !== null) return session
  const partner = await readPartnerElsewhere(databaseOf, partnerId)
  return partner === null
    ? session
    : {
        ...session,
        partnerName: partner.name,
        partnerNameAr: partner.nameAr,
        partnerStatus: partner.status,
      }
}

/** Records that a live session was used, which puts its idle timeout off. */
export const recordUse = async (notes: Pipeline, token: string): Promise<void> => {
  await notes.query({
    name: 'record-use-of-session',
    text: `
      update sessions
      set last_seen_at = clock.now, idle_expires_at = clock.now + make_interval(secs => idle_seconds)
      from (select wasl_now() as now) as clock
      where session_hash = $1 and ended_at is null and idle_expires_at > clock.now
        and last_seen_at <= clock.now - make_interval(secs => $2)`,
    values: [hashOfToken(token), SEEN_SECONDS],
  })
}
