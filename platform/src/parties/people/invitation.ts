import type pg from 'pg'
import { randomText } from '../../base/secrets/api-key.ts'
import { hashOfToken } from './session.ts'

/** A week: people are on leave, and a link that is forgotten in a mailbox must end. */
const INVITATION_DAYS = 7

/**
 * Makes the link of a user, in place of an open one.
 *
 * @returns the token for the link. It is stored as its SHA-256, and shown once.
 */
export const makeInvitation = async (
  tx: pg.ClientBase,
  userId: number,
  invitedBy: string,
): Promise<string> => {
  const token = randomText()
  await endInvitation(tx, userId)
  await tx.query(
    `insert into invitations (invitation_hash, user_id, invited_by, expires_at)
    values ($1, $2, $3, wasl_now() + make_interval(days => $4))`,
    [hashOfToken(token), userId, invitedBy, INVITATION_DAYS],
  )
  return token
}

/** Ends the open link of a user, if there is one. */
export const endInvitation = async (tx: pg.ClientBase, userId: number): Promise<void> => {
  await tx.query(
    `update invitations set ended_at = wasl_now() where user_id = $1 and ended_at is null`,
    [userId],
  )
}

/**
 * The link that a user opens. The token is in the fragment, which browsers send to nobody. Passkeys need
 * a name, so a link of this machine says `localhost`.
 */
export const invitationLink = (publicOrigin: string, token: string): string =>
  linkOfThisMachine(publicOrigin, `/account/invitation#${token}`)

export const linkOfThisMachine = (publicOrigin: string, place: string): string => {
  const { protocol, hostname, port } = new URL(publicOrigin)
  const isNumber = hostname.startsWith('127.') || hostname === '[::1]'
  const host = isNumber ? 'localhost' : hostname
  return `${protocol}//${host}${port === '' ? '' : `:${port}`}${place}`
}
