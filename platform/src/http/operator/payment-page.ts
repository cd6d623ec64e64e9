import { dinarsFromCentimes, dinarsFromSum, type PaymentEvidence } from '@wasl/protocol'
import type { CashStep } from '../../money/evidence/cash-step.ts'
import { readCashTrail } from '../../money/evidence/cash-trail.ts'
import { readOwnerNames } from '../../money/evidence/names.ts'
import { readPaymentMoney, type PaymentMoney } from '../../money/evidence/payment-money.ts'
import { writeNote } from '../../payments/write-note.ts'
import { readPaymentRecords } from '../../payments/read-records.ts'
import { listEvents } from '../../delivery/webhooks/queue/list-events.ts'
import { agentWireId, partnerOfId } from '../../base/wire-ids.ts'
import { readEventDetail } from '../bodies/webhook-event.ts'
import type { OperatorHandlers, RouteDeps } from './operator-deps.ts'

/** A payment has an opening, an outcome and its refunds; more than these are read one by one. */
const EVENTS_MAX = 10

/** What needs more than the permission to see payments. */
const PARTS = ['statements.view', 'cash.view'] as const

/** What the page of a payment shows beside the payment (W142, W143). */
export const paymentPage = ({
  db,
  cashCells,
  makeTransition,
}: RouteDeps): OperatorHandlers<'paymentPage'> => ({
  async readEvidence({ params, caller: { permissions } }, refuse) {
    const pool = db.screens
    const paymentId = params.paymentId.toLowerCase()
    const partnerId = partnerOfId(paymentId)
    if (partnerId === null) throw refuse('PAYMENT404_NOT_FOUND')
    const [payment] = await readPaymentRecords({ pool, makeTransition }, [paymentId])
    if (payment === undefined) throw refuse('PAYMENT404_NOT_FOUND')
    const withheld = PARTS.filter((permission) => !permissions.has(permission))
    const money = withheld.includes('statements.view')
      ? null
      : await readPaymentMoney(pool, partnerId, paymentId)
    const trail = withheld.includes('cash.view')
      ? []
      : await readCashTrail(pool, partnerId, paymentId, cashCells)
    const agents = [payment.agent_id, payment.taken_by].flatMap((id) =>
      id === null ? [] : [agentWireId(id)],
    )
    const people = await readOwnerNames(pool, [...agents, ...trail.map(({ owner }) => owner)])
    const page = { limit: EVENTS_MAX, beforeId: null }
    const listed = await listEvents(
      pool,
      { partnerId, paymentId, state: null, event: null, since: null, until: null },
      page,
    )
    const events = []
    for (const { event_id } of listed.toReversed()) {
      const event = await readEventDetail(pool, event_id)
      if (event !== null) events.push(event)
    }
    return {
      paymentId,
      people,
      events,
      money: money && moneyBody(money, payment.refunded_amount),
      cash: trail.map((step) => stepBody(step, people)),
      withheld,
    }
  },

  async writeNote({ params, body, caller }, refuse) {
    const paymentId = params.paymentId.toLowerCase()
    const { id, name } = caller.actor
    if (id === null) throw new Error('an operator has an id')
    const by = { ...caller.actor, id }
    const written = await writeNote(db.pool, { paymentId, text: body.text, by })
    if (written === 'no payment') throw refuse('PAYMENT404_NOT_FOUND')
    if (written === 'too many') throw refuse('NOTE409_TOO_MANY')
    const { noteId, at } = written
    return { noteId, at: at.toISOString(), text: body.text, byId: id, by: name }
  },
})

const moneyBody = (
  { businessDate, collected, fee, statement }: PaymentMoney,
  refunded: number,
): PaymentEvidence['money'] => ({
  businessDate,
  collected: dinarsFromCentimes(collected),
  refunded: dinarsFromSum(refunded),
  fee: fee && { ...fee, fee: dinarsFromSum(fee.fee), vat: dinarsFromSum(fee.vat) },
  due: dinarsFromSum(collected - refunded - (fee?.fee ?? 0) - (fee?.vat ?? 0)),
  statement,
})

const stepBody = (
  { at, code, amount, sourceId, kind, owner }: CashStep,
  people: Record<string, string>,
) => ({
  at: at.toISOString(),
  code,
  amount: dinarsFromCentimes(amount),
  sourceId,
  to: { kind, owner, name: people[owner] ?? null },
})
