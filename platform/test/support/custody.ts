/** Cash, agents and safes in tests. */
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { expect } from 'vitest'
import { CUSTODY_INTEGRITY } from '../../src/ledger/custody/integrity.ts'
import { withTransaction } from '../../src/base/database/with-transaction.ts'
import type { Account } from '../../src/ledger/account.ts'
import { balanceOf } from '../../src/ledger/balance.ts'
import { postTransfers } from '../../src/ledger/post.ts'
import { channelNumber } from '../../src/base/wire-ids.ts'
import type { Answer, TestChannel } from './node.ts'
import { sessionOf, untilHeldUp } from './waiting.ts'

/** An agent of the channel, such as `agt_3`. */
export const makeAgent = async (
  pool: pg.Pool,
  { channelId }: TestChannel,
  status = 'active',
): Promise<string> => {
  const { rows } = await pool.query<{ agent_id: number }>(
    `insert into agents (channel_id, name, status) values ($1, 'Karim', $2) returning agent_id`,
    [channelNumber(channelId), status],
  )
  return `agt_${rows[0]?.agent_id}`
}

export const safeOf = ({ channelId }: TestChannel): string => channelId.replace('chn', 'safe')

/** Gives a holder cash from nowhere: an opening balance, in centimes. */
export const giveCash = (pool: pg.Pool, owner: string, amount: number): Promise<number> =>
  withTransaction(pool, (tx) =>
    postTransfers(tx, [
      {
        partnerId: 0,
        sourceId: randomUUID(),
        code: 'OPENING',
        debit: { kind: 'cash', owner },
        credit: { kind: 'opening', owner: 'operator' },
        amount,
        actor: 'test',
      },
    ]),
  )

export const cashOf = (pool: pg.Pool, owner: string): Promise<number> =>
  balanceOf(pool, { kind: 'cash', owner })

export const balance = (
  pool: pg.Pool,
  kind: Account['kind'],
  owner = 'operator',
): Promise<number> => balanceOf(pool, { kind, owner })

/** What is violated, one line for each row; empty when all holds. */
export const custodyViolations = async (
  db: pg.Pool | pg.ClientBase,
  queries: Readonly<Record<string, string>> = CUSTODY_INTEGRITY,
): Promise<string[]> => {
  const found: string[] = []
  for (const [name, query] of Object.entries(queries)) {
    const { rows } = await db.query(query)
    for (const row of rows) found.push(`${name}: ${JSON.stringify(row)}`)
  }
  return found
}

export const expectCustodyHolds = async (pool: pg.Pool): Promise<void> =>
  expect(await custodyViolations(pool)).toEqual([])

/**
 * Runs requests that all wait for the lock that `hold` takes, until so many wait, then lets them go: so
 * they are at the same place at the same time, however slow the machine.
 */
export const atOnce = async <Result>(
  pool: pg.Pool,
  hold: string,
  requests: (() => Promise<Result>)[],
): Promise<Result[]> => {
  const holder = await pool.connect()
  await holder.query(`begin; ${hold}`)
  const session = await sessionOf(holder)
  const answers = requests.map((request) => request())
  try {
    await untilHeldUp(session, pool, requests.length)
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  return Promise.all(answers)
}

/** The status that an answer shows, or the code of its refusal. */
export const outcomeOf = ({ status, body }: Answer): string =>
  status < 300 ? body.status : body.error
