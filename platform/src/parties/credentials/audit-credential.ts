import type pg from 'pg'
import { appendAudit, WHOLE_PLATFORM, type Actor } from '../../base/audit/append.ts'
import { tellPerson } from '../people/security-notices.ts'
import { userWireId } from '../../base/wire-ids.ts'

/** Whose credentials change, and who changes them. */
export type Owner = { userId: number; partnerId: number | null; actor: Actor }

/** Records a change of what a user signs in with, and tells the user. */
export const auditCredential = async (
  tx: pg.ClientBase,
  { userId, partnerId, actor }: Owner,
  action: string,
  details: Record<string, unknown> = {},
): Promise<void> => {
  const subject = userWireId(userId)
  await appendAudit(tx, actor, {
    partnerId: partnerId ?? WHOLE_PLATFORM,
    action,
    subject,
    details,
  })
  if (TOLD.has(action)) {
    await tellPerson(tx, userId, { kind: action, subject, name: actor.name }, actor)
  }
}

/** What somebody with the person's session, or with their mailbox, would do to stay. */
const TOLD: ReadonlySet<string> = new Set([
  'passkey.add',
  'passkey.remove',
  'password.set',
  'password.remove',
  'totp.set',
  'recovery-codes.renew',
])
