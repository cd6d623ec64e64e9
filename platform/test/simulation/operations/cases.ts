import { OPERATIONS } from '@wasl/protocol/operations'
import { reportTaken } from '../../../src/money/cash/cases/report-taken.ts'
import { resolveCase, type Resolution } from '../../../src/money/cash/cases/resolve.ts'
import { safeOwner } from '../../../src/ledger/account.ts'
import { findPayment } from '../../../src/payments/find.ts'
import { agentWireId } from '../../../src/base/wire-ids.ts'
import { expectDocumented } from '../oracles/documented.ts'
import { START } from '../time.ts'
import { decide } from './decide.ts'
import type { Operation } from './operation.ts'

/** Cash that was taken although the confirmation was refused: the channel holds it for its payer. */
export const reportCase: Operation = async (context) => {
  const { process, fixture, random, promises, memory, nowMs, report } = context
  const refused = [...promises.payments.values()].filter(
    ({ asked, outcome }) => asked.has('confirm') && outcome !== 'paid',
  )
  if (refused.length === 0) return 'no confirmation was refused'
  const { paymentId, channelId } = random.pick(refused)
  const payment = await findPayment(process.payments, channelId, paymentId)
  if (payment === null) {
    report(`payment ${paymentId} is not found`)
    return 'not found'
  }
  const agent = fixture.agents.find((one) => one.channelId === channelId)
  const agentId = random.below(2) === 0 ? null : (agent?.agentId ?? null)
  const takenAt = new Date(START.getTime() + nowMs())
  const taken = { payment, amount: payment.amount, agentId, takenAt, userId: null }
  const reported = await decide(context, OPERATIONS.channel.cases.reportTaken, (tx) =>
    reportTaken(tx, taken),
  )
  if (typeof reported === 'string') return `${paymentId}: ${reported}`
  const { case_id: caseId } = reported.case
  if (payment.stage !== 'released')
    report(`case ${caseId} is of a payment that is ${payment.stage}`)
  if (!memory.cases.some((one) => one.caseId === caseId)) memory.cases.push({ caseId, channelId })
  return `${caseId} of ${paymentId}`
}

/** The payer has the cash back, or another payment was confirmed with it. */
export const endCase: Operation = async (context) => {
  const { process, fixture, random, promises, memory, endings, report } = context
  if (memory.cases.length === 0) return 'no case is open'
  const { caseId, channelId } = random.pick(memory.cases)
  const paid = [...promises.payments.values()].filter(({ outcome }) => outcome === 'paid')
  const agent = fixture.agents.find((one) => one.channelId === channelId)
  const givers = ['bank', safeOwner(channelId), agentWireId(agent?.agentId ?? 0)]
  const resolution: Resolution =
    paid.length > 0 && random.below(2) === 0
      ? { confirmedBy: random.pick(paid).paymentId }
      : { givenBackBy: random.pick(givers) }
  const { checker } = fixture.people
  const resolved = await resolveCase(process.db.pool, caseId, resolution, checker)
  if (!resolved.ok) {
    expectDocumented(OPERATIONS.operator.cases.resolveCase, resolved.code, report)
    return `${caseId}: ${resolved.code}`
  }
  endings.ended('case', caseId, resolved.case.status)
  return `${caseId}: ${resolved.case.status}`
}
