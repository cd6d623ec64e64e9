/** Users: what their rows say, and whose users a caller may manage. Without I/O. */
import type { ChannelRole, OperatorRole, PartnerRole, Side, UserRecord } from '@wasl/protocol'
import { PIN_LIMITS, WRONG_PINS_MAX } from '../credentials/devices/device.ts'
import { GUESS_LIMITS, type GuessLimit } from '../credentials/guesses.ts'
import { agentWireId, channelWireId, partnerWireId, userWireId } from '../../base/wire-ids.ts'

/** The operator, a channel or a partner. */
export type Organisation =
  | { side: 'operator'; partnerId: null; channelId: null }
  | { side: 'channel'; partnerId: null; channelId: number }
  | { side: 'partner'; partnerId: number; channelId: null }

export const THE_OPERATOR: Organisation = { side: 'operator', partnerId: null, channelId: null }

/** The organisation of a user. */
export const organisationOf = (user: {
  side: Side
  partner_id: number | null
  channel_id: number | null
}): Organisation => {
  const { side, partner_id: partnerId, channel_id: channelId } = user
  if (side === 'partner' && partnerId !== null) return { side, partnerId, channelId: null }
  if (side === 'channel' && channelId !== null) return { side, partnerId: null, channelId }
  return THE_OPERATOR
}

/** Whose users: those of one organisation, or (null) everybody's, for the operator. */
export type UsersOf = Organisation | null

export type UserRole = OperatorRole | ChannelRole | PartnerRole

export type UserRow = {
  user_id: number
  side: Side
  role: UserRole
  partner_id: number | null
  channel_id: number | null
  agent_id: number | null
  name: string | null
  email: string | null
  status: 'invited' | 'active' | 'disabled'
  created_at: Date
  last_seen_at: Date | null
  invitation_expires_at: Date | null
  is_locked: boolean
  wrong_tries: number
}

/** Whether the guesses of a row of `guesses` fill one of the windows. */
const isFull = (limits: readonly GuessLimit[]): string => {
  const windows = limits.map(
    ({ guesses, seconds }) => `(
      select count(*) from unnest(guessed_at) guessed
      where guessed > wasl_now() - make_interval(secs => ${seconds})
    ) >= ${guesses}`,
  )
  return `(${windows.join(' or ')})`
}

/** Of `users`, with what is known of its sessions and its open invitation. */
export const USER_COLUMNS = `
  users.user_id, users.side, users.role, users.partner_id, users.channel_id, users.agent_id, users.name,
  users.email, users.status, users.created_at,
  (
    select last_seen_at from sessions
    where sessions.user_id = users.user_id order by session_id desc limit 1
  ) as last_seen_at,
  (
    select expires_at from invitations
    where invitations.user_id = users.user_id and ended_at is null
  ) as invitation_expires_at,
  exists (
    select from guesses
    where guesses.subject = any(array[
      'password:usr_' || users.user_id, 'pin:usr_' || users.user_id, 'step-up:usr_' || users.user_id
    ])
      and case when guesses.subject like 'pin:%' then ${isFull(PIN_LIMITS)}
        else ${isFull(GUESS_LIMITS)} end
  ) or exists (
    select from pin_tries where pin_tries.user_id = users.user_id and wrong >= ${WRONG_PINS_MAX}
  ) as is_locked,
  (
    select count(*)::int from sign_in_tries
    where sign_in_tries.user_id = users.user_id and tried_at > wasl_now() - interval '1 day'
  ) as wrong_tries`

/** Whether a row of `users` is one that the caller may manage: $1 the side, $2 partner, $3 channel. */
export const IS_OF = `($1::text is null or (users.side = $1
  and users.partner_id is not distinct from $2::integer
  and users.channel_id is not distinct from $3::integer))`

export const valuesOf = (of: UsersOf): [string | null, number | null, number | null] => [
  of?.side ?? null,
  of?.partnerId ?? null,
  of?.channelId ?? null,
]

/** Agents and couriers act as an agent of their channel. */
export const isAgentRole = (role: string): boolean => role === 'agent' || role === 'courier'

export const userBody = (row: UserRow): UserRecord => ({
  userId: userWireId(row.user_id),
  side: row.side,
  ...(row.partner_id !== null && { partnerId: partnerWireId(row.partner_id) }),
  ...(row.channel_id !== null && { channelId: channelWireId(row.channel_id) }),
  ...(row.agent_id !== null && { agentId: agentWireId(row.agent_id) }),
  name: row.name,
  email: row.email,
  role: row.role,
  status: row.status,
  createdAt: row.created_at.toISOString(),
  lastSeenAt: row.last_seen_at?.toISOString() ?? null,
  invitationExpiresAt: row.invitation_expires_at?.toISOString() ?? null,
  isLocked: row.is_locked,
  wrongTries: row.wrong_tries,
})
