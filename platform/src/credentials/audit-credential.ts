import type pg from 'pg'
import { appendAudit, WHOLE_PLATFORM, type Actor } from '../audit/append.ts'
import { userWireId } from '../wire-ids.ts'

/** Whose credentials change, and who changes them. */
export type Owner = { userId: number; partnerId: number | null; actor: Actor }

/** Records a change of what a user signs in with. */
export const auditCredential = (
  tx: pg.ClientBase,
  { userId, partnerId, actor }: Owner,
  action: string,
  details: Record<string, unknown> = {},
): Promise<void> =>
  appendAudit(tx, actor, {
    partnerId: partnerId ?? WHOLE_PLATFORM,
    action,
    subject: userWireId(userId),
    details,
  })
