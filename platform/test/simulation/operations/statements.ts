import { OPERATIONS } from '@wasl/protocol/operations'
import { onlyCell } from '../../../src/cells/every-cell.ts'
import { ownerOfPartner } from '../../../src/money/settlement/fees/owner.ts'
import { decidePayout } from '../../../src/money/settlement/payouts/decide.ts'
import { instructPayout } from '../../../src/money/settlement/payouts/instruct.ts'
import { proposePayout } from '../../../src/money/settlement/payouts/propose.ts'
import { recordPaid, recordReturned } from '../../../src/money/settlement/payouts/record-bank.ts'
import { approveStatement } from '../../../src/money/settlement/statements/approve.ts'
import { closeStatement } from '../../../src/money/settlement/statements/close.ts'
import { closeDueStatements } from '../../../src/money/settlement/statements/close-due.ts'
import { expectDocumented } from '../oracles/documented.ts'
import { START } from '../time.ts'
import type { Context, Operation } from './operation.ts'

const { statements: STATEMENTS, payouts: PAYOUTS } = OPERATIONS.operator

const ALGIERS_AHEAD_MS = 3_600_000
const DAY_MS = 86_400_000

const yesterday = (nowMs: number): string =>
  new Date(START.getTime() + nowMs + ALGIERS_AHEAD_MS - DAY_MS).toISOString().slice(0, 10)

const placeOf = ({ process: { db } }: Context) => ({
  pool: db.pool,
  cells: null,
  every: onlyCell(db),
})

export const closeDue: Operation = async ({ process }) =>
  String(await closeDueStatements(process.db.pool, process.log))

export const close: Operation = async (context) => {
  const { process, fixture, random, nowMs, memory, report } = context
  const { partnerId } = random.pick(fixture.partners)
  const { maker } = fixture.people
  const closer = { actor: maker, holder: maker.holder }
  const until = yesterday(nowMs())
  const result = await closeStatement(process.db.pool, ownerOfPartner(partnerId), until, closer)
  if (!result.ok) {
    expectDocumented(STATEMENTS.closeStatement, result.code, report)
    return `of ${partnerId} until ${until}: ${result.code}`
  }
  const { statementId, figures } = result.statement
  if (figures === null) return `${statementId} is open`
  const known = memory.statements.get(statementId)
  if (known !== undefined && known.net !== figures.net)
    report(`statement ${statementId} had a net of ${known.net}, and now of ${figures.net}`)
  memory.statements.set(statementId, { partnerId, net: figures.net })
  return `${statementId} of ${partnerId} until ${until}: ${figures.net}`
}

const statementOf = ({ random, memory }: Context) => {
  const known = [...memory.statements]
  if (known.length === 0) return null
  const [statementId, { partnerId, net }] = random.pick(known)
  return { key: { partnerId, statementId }, net }
}

export const approve: Operation = async (context) => {
  const { process, fixture, random, report } = context
  const statement = statementOf(context)
  if (statement === null) return 'no statement is closed'
  const { maker, checker } = fixture.people
  const isOwn = random.below(5) === 0
  const by = isOwn ? maker : checker
  const result = await approveStatement(process.db.pool, statement.key, statement.net, by)
  if (result.ok) return `${statement.key.statementId}: ${result.statement.status}`
  expectDocumented(STATEMENTS.approveStatement, result.code, report)
  return result.code
}

export const propose: Operation = async (context) => {
  const { process, fixture, memory, report } = context
  const statement = statementOf(context)
  if (statement === null) return 'no statement is closed'
  const result = await proposePayout(process.db.pool, statement.key, null, fixture.people.maker)
  if (!result.ok) {
    expectDocumented(PAYOUTS.proposePayout, result.code, report)
    return result.code
  }
  const { payoutId, partnerId, amount } = result.payout
  memory.payouts.push({ payoutId, partnerId })
  return `${payoutId} of ${amount}`
}

/** Less than all, so that a statement has several payouts. */
const PART = 300_00

/** People work through a closed statement in one go: it is approved, and paid out as far as there is money. */
export const payStatementOut: Operation = async (context) => {
  const { process, fixture, random, memory } = context
  const { pool } = process.db
  const { maker, checker } = fixture.people
  const statement = statementOf(context)
  if (statement === null) return close(context)
  const approved = await approveStatement(pool, statement.key, statement.net, checker)
  if (!approved.ok) return approved.code
  const wanted = random.below(2) === 0 ? null : PART
  const proposed = await proposePayout(pool, statement.key, wanted, maker)
  if (!proposed.ok) return proposed.code
  const { payoutId, partnerId, amount } = proposed.payout
  const payout = { payoutId, partnerId }
  memory.payouts.push(payout)
  const decided = await decidePayout(pool, payout, 'approved', checker)
  if (!decided.ok) return decided.code
  const instructed = await instructPayout(placeOf(context), payout, null, maker)
  if (!instructed.ok) return instructed.code
  const paid = await recordPaid(pool, payout, null, checker)
  return `${payoutId} of ${amount}: ${paid.ok ? paid.payout.status : paid.code}`
}

/** The next step of a payout, or one that it may not take. */
export const movePayout: Operation = async (context) => {
  const { process, fixture, random, memory, report } = context
  const { pool } = process.db
  if (memory.payouts.length === 0) return 'no payout is proposed'
  const payout = random.pick(memory.payouts)
  const { maker, checker } = fixture.people
  const by = random.below(4) === 0 ? maker : checker
  const steps = {
    approvePayout: () => decidePayout(pool, payout, 'approved', by),
    declinePayout: () => decidePayout(pool, payout, 'declined', by),
    instructPayout: () => instructPayout(placeOf(context), payout, null, by),
    markPayoutPaid: () => recordPaid(pool, payout, null, by),
    markPayoutReturned: () => recordReturned(placeOf(context), payout, 'The account is closed', by),
  }
  const step = random.weighted({
    approvePayout: 4,
    declinePayout: 1,
    instructPayout: 4,
    markPayoutPaid: 4,
    markPayoutReturned: 2,
  })
  const result = await steps[step]()
  if (result.ok) return `${payout.payoutId}: ${result.payout.status}`
  expectDocumented(PAYOUTS[step], result.code, report)
  return `${payout.payoutId}: ${result.code}`
}
