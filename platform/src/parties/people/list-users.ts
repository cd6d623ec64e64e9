import type pg from 'pg'
import { IS_OF, USER_COLUMNS, valuesOf, type UserRow, type UsersOf } from './user.ts'

/** Users in the order of their numbers, from the one after `afterId` on. */
export const listUsers = async (
  pool: pg.Pool,
  of: UsersOf,
  { limit, afterId }: { limit: number; afterId: number },
): Promise<UserRow[]> => {
  const { rows } = await pool.query<UserRow>(
    `select ${USER_COLUMNS} from users
    where ${IS_OF} and users.user_id > $4
    order by users.user_id
    limit $5`,
    [...valuesOf(of), afterId, limit],
  )
  return rows
}

/** One user; null for a number that nobody has, or a user whom the caller may not manage. */
export const findUser = async (
  tx: pg.ClientBase | pg.Pool,
  of: UsersOf,
  userId: number,
): Promise<UserRow | null> => {
  const { rows } = await tx.query<UserRow>(
    `select ${USER_COLUMNS} from users where ${IS_OF} and users.user_id = $4`,
    [...valuesOf(of), userId],
  )
  return rows[0] ?? null
}
