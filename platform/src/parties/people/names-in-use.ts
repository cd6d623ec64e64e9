import type { Side } from '@wasl/protocol'
import type pg from 'pg'
import { BY_TOLERANCE, THE_PLATFORM } from '../../base/audit/append.ts'
import { COMMAND_LINE, CONFIGURED, MADE } from '../operators/key-names.ts'
import { foldName, isDisguised } from './fold-name.ts'

/** Names that the audit log and the books use for others: the platform, keys made at a start, ids. */
const RESERVED: ReadonlySet<string> = new Set(
  [CONFIGURED, MADE, COMMAND_LINE, THE_PLATFORM.name, BY_TOLERANCE].map(foldName),
)

/** An id, whatever stands between its letters and its number. */
const ID = new RegExp(
  `^(?:${['prt', 'chn', 'usr', 'opr', 'agt', 'safe', 'dev'].map(foldName).join('|')})[_\\W]*[0-9lo]+$`,
)

/** Whether a name is kept for others: nobody is called `platform`, `Environment` or `prt_1001`. */
export const isReservedName = (name: string): boolean => {
  const folded = foldName(name)
  return RESERVED.has(folded) || ID.test(folded)
}

/**
 * Whether another user of the operator has this name, as eyes read it (D34): books and approvals name
 * people. The table of users stays as it is until the transaction ends, so of two equal names one is taken.
 *
 * @param own the user who may have it.
 */
export const isNameOfOther = async (
  tx: pg.ClientBase,
  name: string,
  own: number | null,
): Promise<boolean> => {
  await tx.query('lock table users in share row exclusive mode')
  const { rows } = await tx.query<{ name: string }>(
    `select name from users
    where side = 'operator' and status <> 'disabled' and name is not null
      and user_id is distinct from $1`,
    [own],
  )
  const folded = foldName(name)
  return rows.some((user) => foldName(user.name) === folded)
}

/** Whether a user may not have this name: on the operator's side nobody else has one that looks the same (W260). */
export const isNameTaken = async (
  tx: pg.ClientBase,
  side: Side,
  name: string,
  own: number | null,
): Promise<boolean> =>
  isReservedName(name) ||
  (side === 'operator' && (isDisguised(name) || (await isNameOfOther(tx, name, own))))
