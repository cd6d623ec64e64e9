/**
 * Ends every session of everybody, of the operator, of a channel or of a partner, for the day when
 * cookies may have been stolen and nobody can sign in to the console:
 *
 *   npm run platform:sign-out -- everybody
 *   npm run platform:sign-out -- chn_2
 *
 * The platform may go on running: each process refuses the sessions from the next request on. The audit
 * log names the command, and everybody who was signed out is told.
 */
import type pg from 'pg'
import { channelNumber, partnerNumber } from '../../base/wire-ids.ts'
import { signOutEverybody } from '../../parties/people/sign-out-everybody.ts'
import { THE_OPERATOR, type UsersOf } from '../../parties/people/user.ts'
import { BY_COMMAND, onDatabase, reportFailure } from './run-command.ts'

const whoseIn = ([whose = 'nothing', ...others]: readonly string[]): UsersOf => {
  const partnerId = partnerNumber(whose)
  const channelId = channelNumber(whose)
  if (others.length === 0) {
    if (whose === 'everybody') return null
    if (whose === 'operator') return THE_OPERATOR
    if (partnerId !== null) return { side: 'partner', partnerId, channelId: null }
    if (channelId !== null) return { side: 'channel', partnerId: null, channelId }
  }
  const expected = 'everybody, operator, a partner such as prt_1001 or a channel such as chn_2'
  throw new Error(`expected ${expected}, received ${[whose, ...others].join(' ')}`)
}

/** A mistyped id must not look like a success. */
const expectUsers = async (pool: pg.Pool, of: UsersOf, named: string): Promise<void> => {
  if (of === null) return
  const { rowCount } = await pool.query(
    `select from users
    where side = $1 and partner_id is not distinct from $2::integer
      and channel_id is not distinct from $3::integer
    limit 1`,
    [of.side, of.partnerId, of.channelId],
  )
  if (rowCount === 0) throw new Error(`nobody signs in for ${named}`)
}

const main = async (): Promise<void> => {
  const args = process.argv.slice(2)
  const of = whoseIn(args)
  await onDatabase('sign out', async ({ db }) => {
    await expectUsers(db.pool, of, args.join(' '))
    const count = await signOutEverybody(db.pool, { of, except: null }, BY_COMMAND)
    process.stdout.write(`Ended ${count === 1 ? '1 session' : `${count} sessions`}.\n`)
  })
}

main().catch(reportFailure('Nobody was signed out'))
