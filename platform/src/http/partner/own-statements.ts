import { dinarsFromCentimes, dinarsFromSum, type OwnStatement } from '@wasl/protocol'
import { OPERATIONS } from '@wasl/protocol/operations'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { EveryCell } from '../../cells/every-cell.ts'
import { readHealth } from '../../operations/health-of-partners/read.ts'
import { readPartnerAccount } from '../../money/settlement/partner-accounts/read.ts'
import { listPayouts } from '../../money/settlement/payouts/read.ts'
import { readCashOfCells } from '../../money/settlement/statements/cash-of-dates.ts'
import { readStatement } from '../../money/settlement/statements/read.ts'
import { readSettings } from '../../money/settlement/statements/settings.ts'
import { readUninvoiced } from '../../money/settlement/statements/uninvoiced.ts'
import type { Figures, Statement } from '../../money/settlement/statements/statement.ts'
import { ownAccountOf } from '../bodies/own-account.ts'
import { nextStatementOf, operatorStatementOf, statementRecordOf } from '../bodies/statement.ts'
import { statementIn } from '../bodies/statement-id.ts'
import { addRoutes, type Handlers } from '../server/routes.ts'
import { createPartnerGate, LIST_LIMITS } from './partner-gate.ts'
import { forEvents, type EventsCaller, type PartnerKeys } from './partner.ts'

const { ownStatements } = OPERATIONS.partner

/** A partner's users look at a statement, where it is paid, and how its addresses do (W153, W154). */
export const partnerOwnStatements = (app: FastifyInstance, deps: PartnerKeys): void =>
  forEvents(app, deps, (scope, options) =>
    addRoutes(scope, ownStatements, deps.spread(ownStatements, deps, handlersOf), options),
  )

const handlersOf = ({
  db: { partnerLists },
  everyCell,
}: PartnerKeys): Handlers<typeof ownStatements, EventsCaller> => {
  const lists = createPartnerGate(LIST_LIMITS)
  return {
    readOwnStatement: ({ params, caller: { partnerId } }, refuse) =>
      lists.within(partnerId, async () => {
        const asked = statementIn(params)
        const isOwn = asked?.partnerId === partnerId
        const statement = isOwn
          ? await readStatement(partnerLists, partnerId, asked.statementId)
          : null
        const body = statement === null ? null : await bodyOf(everyCell, partnerLists, statement)
        if (body === null) throw refuse('STATEMENT404_NOT_FOUND')
        return body
      }),

    readNextStatement: ({ caller: { partnerId } }) =>
      lists.within(partnerId, async () => {
        const next = await readUninvoiced(partnerLists, partnerId)
        if (next === null) throw new Error('expected the partner of a key to exist')
        return nextStatementOf(next)
      }),

    readOwnAccount: ({ caller: { partnerId } }) =>
      lists.within(partnerId, async () =>
        ownAccountOf(await readPartnerAccount(partnerLists, partnerId)),
      ),

    readOwnHealth: ({ query: { hours }, caller: { partnerId } }) =>
      lists.within(partnerId, async () => {
        const health = await readHealth(partnerLists, partnerId, hours)
        if (health === null) throw new Error('expected the partner of a key to exist')
        return health
      }),
  }
}

const bodyOf = async (
  cells: EveryCell,
  db: pg.Pool,
  statement: Statement,
): Promise<OwnStatement | null> => {
  const { partnerId } = statement
  const record = statementRecordOf(statement)
  const { figures } = statement
  if (record === null || figures === null) return null
  const { creditNoteNumber, breakdown, paid } = operatorStatementOf(statement)
  const release = (await readSettings(db, partnerId))?.release ?? 'at_once'
  const { statementId } = statement
  const ofStatement = { partnerId, statementId, batchId: null, status: null }
  const payouts = await listPayouts(db, ofStatement, { limit: PAYOUTS_MAX, beforeId: null })
  const account = await readPartnerAccount(db, partnerId)
  return {
    ...record,
    creditNoteNumber,
    lines: figures.lines,
    payments: figures.payments,
    breakdown,
    paid,
    release,
    cash: release === 'banked' ? await cashOf(cells, db, statement, figures) : null,
    payouts: payouts.flatMap(({ amount, status, instructedAt, paidAt, returnedAt }) =>
      status === 'declined'
        ? []
        : [
            {
              amount: dinarsFromCentimes(amount),
              status,
              instructedAt: instructedAt?.toISOString() ?? null,
              paidAt: paidAt?.toISOString() ?? null,
              returnedAt: returnedAt?.toISOString() ?? null,
            },
          ],
    ),
    accountEnding: ownAccountOf(account).current?.ending ?? null,
  }
}

/** A statement is paid in a few transfers. */
const PAYOUTS_MAX = 50

/** Fees are taken from what is in the bank first, as payouts count (`settlement/payouts/available`). */
const cashOf = async (
  cells: EveryCell,
  db: pg.Pool,
  { partnerId, from, until }: Statement,
  { net }: Figures,
): Promise<OwnStatement['cash']> => {
  const cash = await readCashOfCells(cells, db, partnerId, { from, until })
  if (cash === null) return null
  const { deposited, held } = cash
  return {
    banked: dinarsFromSum(net - deposited - held),
    deposited: dinarsFromSum(deposited),
    held: dinarsFromSum(held),
  }
}
