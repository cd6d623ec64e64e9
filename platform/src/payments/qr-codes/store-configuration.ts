import type { Centimes, QrConfigKind } from '@wasl/protocol'
import type pg from 'pg'

export type NewConfiguration = {
  kind: QrConfigKind
  amounts: readonly Centimes[]
  expiresAt: Date | null
  setAt: Date
  setBy: string
}

type CodeKey = { partner_id: number; token: string }

/** Adds a configuration to a code's history. The previous one must have ended. */
export const insertConfiguration = async (
  tx: pg.ClientBase,
  { partner_id: partnerId, token }: CodeKey,
  { kind, amounts, expiresAt, setAt, setBy }: NewConfiguration,
): Promise<void> => {
  await tx.query(
    `insert into qr_configurations
      (partner_id, token, configuration_id, kind, amounts, expires_at, set_at, set_by)
    values ($1, $2, new_id($1), $3, $4, $5, $6, $7)`,
    [partnerId, token, kind, amounts, expiresAt, setAt, setBy],
  )
}

/** Ends the present configuration, if the code has one. */
export const endConfiguration = async (
  tx: pg.ClientBase,
  { partner_id: partnerId, token }: CodeKey,
  end: { by: 'replaced'; at: Date } | { by: 'unset'; unsetBy: string; at: Date },
): Promise<void> => {
  await tx.query(
    `update qr_configurations
    set ended_at = $3, ended_by = $4, unset_by = $5
    where partner_id = $1 and token = $2 and ended_at is null`,
    [partnerId, token, end.at, end.by, end.by === 'unset' ? end.unsetBy : null],
  )
}

/** Tells payments that were decided on the previous configuration that it has changed. */
export const raiseRevision = async (
  tx: pg.ClientBase,
  { partner_id: partnerId, token }: CodeKey,
): Promise<void> => {
  await tx.query(
    `update qr_codes set revision = revision + 1 where partner_id = $1 and token = $2`,
    [partnerId, token],
  )
}
