import { formatDinars } from '@wasl/protocol'
import type { Logger } from 'pino'
import type pg from 'pg'
import { timeOfId } from '../../base/database/period.ts'
import { partnerWireId } from '../../base/wire-ids.ts'
import type { EveryCell } from '../../cells/every-cell.ts'
import type { FileLine } from '../../money/bank/file-line.ts'
import { isWithin, type Gap } from './gap.ts'
import type { GapsOf } from './gaps-of.ts'
import { isKnownSql, type NamedKind } from './named.ts'
import { namesIn, type BankNames } from './named-by-bank.ts'
import { openCase, type RestoreCase } from './open-case.ts'

/** @param by who imports the file of the bank. */
export type NoteBankLines = (lines: readonly FileLine[], by: string) => Promise<void>

/**
 * Opens a follow-up for what a bank line names and the restored database has not (W296): an id of the lost minutes, a
 * statement whose number is unknown, and a payout that nobody has instructed here, because it was instructed in
 * the lost minutes and would be paid twice. Never throws: the lines are imported either way.
 */
export const createNoteBankLines = (
  cells: EveryCell,
  gapsOf: GapsOf,
  log: Logger,
): NoteBankLines => {
  return async (lines, by) => {
    for (const line of lines) {
      for (const names of namesIn(`${line.reference ?? ''} ${line.description}`)) {
        try {
          await cells.at(names.partnerId, async (db) => {
            const gaps = await gapsOf(db)
            if (gaps.length === 0) return
            for (const one of await casesOf(db.pool, names, { line, by, gaps })) {
              await openCase(db.pool, one, log)
            }
          })
        } catch (error) {
          const partnerId = partnerWireId(names.partnerId)
          log.error({ err: error, partnerId }, 'what a bank line names could not be noted')
        }
      }
    }
  }
}

type Named = { line: FileLine; by: string; gaps: readonly Gap[] }

type Case = Pick<RestoreCase, 'subject'> & { named: string; at: Date | null; status: string | null }

const casesOf = async (
  pool: pg.Pool,
  { partnerId, ids, numbers }: BankNames,
  named: Named,
): Promise<RestoreCase[]> => {
  const { line, gaps } = named
  const { rows: unknown } = await pool.query<{ id: string }>(UNKNOWN_IDS, [partnerId, ids])
  const found: Case[] = unknown
    .map(({ id }) => ({ id, at: new Date(timeOfId(id)) }))
    .filter(({ at }) => gaps.some((gap) => isWithin(gap, at)))
    .map(({ id, at }) => ({
      subject: id,
      named: `${line.amount < 0 ? 'payoutId' : 'id'} ${id}`,
      at,
      status: null,
    }))
  // The bank pays nothing before it is asked to.
  const gap = gaps.find(({ from }) => line.bookedOn >= dayBefore(from))
  if (line.amount < 0 && gap !== undefined) {
    found.push(...(await ofStatements(pool, partnerId, numbers)))
    found.push(...(await notInstructed(pool, [partnerId, ids, numbers, -line.amount, gap.until])))
  }
  return found.map((one) => caseOf(partnerId, one, named))
}

/** A business date is at most a day from the date in UTC. */
const dayBefore = (at: Date): string =>
  new Date(at.getTime() - 24 * 3_600_000).toISOString().slice(0, 'YYYY-MM-DD'.length)

/** What a bank is given an id of, or may be. */
const KINDS = [
  'payoutId',
  'refundId',
  'paymentId',
  'batchId',
  'depositId',
  'remittanceId',
] as const satisfies NamedKind[]

const UNKNOWN_IDS = `
  select id from unnest($2::uuid[]) as named (id)
  where ${KINDS.map((kind) => `not ${isKnownSql(kind, 'named.id')}`).join(' and ')}`

const ofStatements = async (
  pool: pg.Pool,
  partnerId: number,
  numbers: readonly string[],
): Promise<Case[]> => {
  const { rows } = await pool.query<{ subject: string; number: string }>(
    `select md5('statement ' || named.number)::uuid as subject, named.number
    from unnest($2::text[]) as named (number)
    where ($1 = 0 or exists (select from partners where partner_id = $1)) and not exists (
      select from statements statement
      where partner_id = $1 and statement.number is not null
        and statement_number(owner, year, statement.number, '') = named.number
    )`,
    [partnerId, numbers],
  )
  return rows.map(({ subject, number }) => ({
    subject,
    named: `statement ${number}`,
    at: null,
    status: null,
  }))
}

/** A line that gives the statement alone may be of another payout of it, which is instructed. */
const notInstructed = async (pool: pg.Pool, values: unknown[]): Promise<Case[]> => {
  const { rows } = await pool.query<{ id: string; status: string }>(
    `select payout.payout_id as id, payout.status
    from payouts payout join statements statement using (partner_id, statement_id)
    where payout.partner_id = $1 and payout.status in ('proposed', 'approved') and payout.made_at <= $5
      and (
        payout.payout_id = any($2::uuid[])
        or payout.amount = $4
          and statement_number(statement.owner, statement.year, statement.number, '') = any($3::text[])
          and not exists (
            select from payouts other
            where other.partner_id = $1 and other.statement_id = payout.statement_id
              and other.amount = $4 and other.status in ('instructed', 'paid')
          )
      )`,
    values,
  )
  return rows.map(({ id, status }) => ({ subject: id, named: `payoutId ${id}`, at: null, status }))
}

const caseOf = (
  partnerId: number,
  { subject, named, at, status }: Case,
  { line, by }: Named,
): RestoreCase => ({
  partnerId,
  subject,
  paymentId: null,
  words: [
    named,
    ...(at === null ? [] : [at.toISOString()]),
    ...(status === null ? [] : [`status ${status}`]),
    `${by}: POST /operator/v1/bank-lines`,
    `bookedOn ${line.bookedOn}`,
    `amount ${line.amount < 0 ? '-' : ''}${formatDinars(Math.abs(line.amount))}`,
    line.description,
  ].join('\n'),
  details: { named: subject, wanted: 'POST /operator/v1/bank-lines', by },
})
