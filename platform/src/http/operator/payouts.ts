import {
  dinarsFromCentimes,
  dinarsFromSum,
  formatSum,
  type Payout,
  type PayoutBatch,
} from '@wasl/protocol'
import { matchPayout } from '../../money/bank/match-payout.ts'
import { isChannel } from '../../money/settlement/fees/owner.ts'
import { decidePayout, type PayoutDecided } from '../../money/settlement/payouts/decide.ts'
import { readBatch, type BatchRow } from '../../money/settlement/payouts/read-batch.ts'
import { downloadBatchFile } from '../../money/settlement/payouts/send-batch.ts'
import { instructPayout } from '../../money/settlement/payouts/instruct.ts'
import type { PayoutRow } from '../../money/settlement/payouts/payout.ts'
import { readPayable } from '../../money/settlement/payouts/payable.ts'
import { readHeldSinceFor } from '../../money/settlement/payouts/released.ts'
import { proposePayout } from '../../money/settlement/payouts/propose.ts'
import { listPayouts, readPayout } from '../../money/settlement/payouts/read.ts'
import { recordPaid, recordReturned } from '../../money/settlement/payouts/record-bank.ts'
import { ownerNumberOfId, partnerNumber, partnerWireId } from '../../base/wire-ids.ts'
import { centimesOf } from '../../base/centimes.ts'
import { pageOf, readCursor, readUuid } from '../server/cursor.ts'
import { Answered } from '../server/routes.ts'
import type { OperatorHandlers, RouteDeps } from './operator-deps.ts'
import { statementIn } from '../bodies/statement-id.ts'

type PayoutHandlers = OperatorHandlers<'payouts'>

/** Payouts of approved statements, and their files for the bank (D32). */
export const payouts = (deps: RouteDeps): PayoutHandlers => ({
  ...proposals(deps),
  ...bankSteps(deps),
  ...batches(deps),
})

type Deps = Pick<RouteDeps, 'db' | 'everyCell' | 'cashCells' | 'payer' | 'manual'>

const proposals = ({
  db: { pool, operatorLists },
  everyCell,
}: Deps): Pick<
  PayoutHandlers,
  'proposePayout' | 'readPayable' | 'listPayouts' | 'readPayout' | 'approvePayout' | 'declinePayout'
> => ({
  async proposePayout({ params, body, caller }, refuse) {
    const statement = statementIn(params)
    if (statement === null) throw refuse('STATEMENT404_NOT_FOUND')
    const amount = body.amount === undefined ? null : centimesOf(body.amount)
    const held = await readHeldSinceFor(everyCell, pool, statement.partnerId)
    const result = await proposePayout(pool, statement, amount, caller.actor, held)
    if (result.ok) return payoutBody(result.payout)
    if (result.code !== 'PAYOUT409_AMOUNT') throw refuse(result.code)
    throw refuse(result.code, { extra: { available: dinarsFromSum(result.available) } })
  },

  async readPayable({ params }, refuse) {
    const statement = statementIn(params)
    if (statement === null) throw refuse('STATEMENT404_NOT_FOUND')
    const held = await readHeldSinceFor(everyCell, operatorLists, statement.partnerId)
    const payable = await readPayable(operatorLists, statement, held)
    if (payable === null) throw refuse('STATEMENT404_NOT_FOUND')
    return {
      statementId: params.statementId,
      available: dinarsFromSum(payable.available),
      underway: dinarsFromSum(payable.underway),
      paid: dinarsFromSum(payable.paid),
      withheld: dinarsFromSum(payable.withheld),
      release: payable.release,
    }
  },

  async listPayouts({ query }) {
    const page = { limit: query.limit + 1, beforeId: readCursor(query.cursor, readUuid) }
    const filter = {
      partnerId: query.partnerId === undefined ? null : partnerNumber(query.partnerId),
      statementId: query.statementId ?? null,
      batchId: query.batchId ?? null,
      status: query.status ?? null,
    }
    const rows = await listPayouts(operatorLists, filter, page)
    return pageOf(rows, query.limit, { idOf: (row) => row.payoutId, toItem: payoutBody })
  },

  async readPayout({ params }, refuse) {
    const asked = payoutIn(params)
    const payout = asked && (await readPayout(operatorLists, asked.partnerId, asked.payoutId))
    if (payout === null) throw refuse('PAYOUT404_NOT_FOUND')
    return payoutBody(payout)
  },

  async approvePayout({ params, caller }, refuse) {
    const asked = payoutIn(params)
    if (asked === null) throw refuse('PAYOUT404_NOT_FOUND')
    const result = await decidePayout(pool, asked, 'approved', caller.actor)
    if (!result.ok) throw refuse(result.code, statusIn(result))
    return payoutBody(result.payout)
  },

  async declinePayout({ params, caller }, refuse) {
    const asked = payoutIn(params)
    if (asked === null) throw refuse('PAYOUT404_NOT_FOUND')
    const result = await decidePayout(pool, asked, 'declined', caller.actor)
    if (result.ok) return payoutBody(result.payout)
    if (result.code === 'APPROVAL409_SAME_PERSON') throw new Error('anyone may decline a payout')
    throw refuse(result.code, statusIn(result))
  },
})

const bankSteps = ({
  db,
  everyCell,
  cashCells,
  manual,
}: Deps): Pick<PayoutHandlers, 'instructPayout' | 'markPayoutPaid' | 'markPayoutReturned'> => ({
  async instructPayout({ params, body, caller }, refuse) {
    const asked = payoutIn(params)
    if (asked === null) throw refuse('PAYOUT404_NOT_FOUND')
    const result = await instructPayout(
      { pool: db.pool, cells: cashCells, every: everyCell },
      asked,
      body.batchId?.toLowerCase() ?? null,
      caller.actor,
    )
    if (result.ok) return payoutBody(result.payout)
    if (result.code !== 'PAYOUT409_NO_FUNDS') throw refuse(result.code, statusIn(result))
    throw refuse(result.code, { extra: { available: dinarsFromSum(result.available) } })
  },

  async markPayoutPaid({ params, body, caller }, refuse) {
    const asked = payoutIn(params)
    if (asked === null) throw refuse('PAYOUT404_NOT_FOUND')
    const { bankLineId } = body
    if (bankLineId === undefined) {
      const result = await recordPaid(db.pool, asked, null, caller.actor)
      if (!result.ok) throw refuse(result.code, statusIn(result))
      return payoutBody(result.payout)
    }
    const { payoutId } = asked
    const named = { payoutId, bankLineId: bankLineId.toLowerCase() }
    const matched = await matchPayout(everyCell, named, caller.actor, manual)
    if (!matched.ok) throw refuse(matched.code)
    const payout = await readPayout(db.pool, asked.partnerId, payoutId)
    if (payout === null) throw refuse('PAYOUT404_NOT_FOUND')
    return payoutBody(payout)
  },

  async markPayoutReturned({ params, body, caller }, refuse) {
    const asked = payoutIn(params)
    if (asked === null) throw refuse('PAYOUT404_NOT_FOUND')
    const result = await recordReturned(
      { pool: db.pool, cells: cashCells, every: everyCell },
      asked,
      body.reason,
      caller.actor,
    )
    if (!result.ok) throw refuse(result.code, statusIn(result))
    return payoutBody(result.payout)
  },
})

const batches = ({
  everyCell,
  payer,
}: Deps): Pick<PayoutHandlers, 'readPayoutBatch' | 'readPayoutFile'> => ({
  async readPayoutBatch({ params }, refuse) {
    const batchId = readUuid(params.batchId.toLowerCase())
    const batch = batchId === null ? null : await readBatch(everyCell, batchId)
    if (batch === null) throw refuse('PAYOUT404_NOT_FOUND')
    return batchBody(batch)
  },

  async readPayoutFile({ params, query: { format }, caller }, refuse) {
    const batchId = readUuid(params.batchId.toLowerCase())
    if (batchId === null) throw refuse('PAYOUT404_NOT_FOUND')
    const file = await downloadBatchFile(everyCell, { batchId, format }, payer(), caller.actor)
    if (!file.ok) throw refuse(file.code)
    const { type, ending } = FILE_TYPES[format]
    return new Answered(200, type, file.bytes, {
      'content-disposition': `attachment; filename="wasl-payouts-${batchId}.${ending}"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'wasl-count': String(file.lines),
      'wasl-total': formatSum(file.total),
    })
  },
})

const FILE_TYPES = {
  csv: { type: 'text/csv; charset=utf-8; header=present', ending: 'csv' },
  'pain.001': { type: 'application/xml; charset=utf-8', ending: 'xml' },
} as const

const batchBody = ({ lines, total, sentAt, downloads, ...batch }: BatchRow): PayoutBatch => ({
  ...batch,
  count: lines,
  total: dinarsFromSum(total),
  currency: 'DZD',
  sentAt: sentAt?.toISOString() ?? null,
  downloads: downloads.map(({ at, ...download }) => ({ ...download, at: at.toISOString() })),
})

/** Null when the text is not an id. */
const payoutIn = ({
  payoutId,
}: {
  payoutId: string
}): { partnerId: number; payoutId: string } | null => {
  const id = readUuid(payoutId.toLowerCase())
  const partnerId = ownerNumberOfId(payoutId)
  return id === null || partnerId === null ? null : { partnerId, payoutId: id }
}

const statusIn = (
  refused: Extract<PayoutDecided, { ok: false }> | { code: string },
): { extra?: Record<string, unknown> } =>
  'status' in refused ? { extra: { status: refused.status } } : {}

const payoutBody = ({
  owner,
  partnerId,
  timesUnpaid: _timesUnpaid,
  ...payout
}: PayoutRow): Payout => ({
  ...payout,
  partnerId: isChannel({ partnerId }) ? null : partnerWireId(partnerId),
  channelId: isChannel({ partnerId }) ? owner : null,
  amount: dinarsFromCentimes(payout.amount),
  madeAt: payout.madeAt.toISOString(),
  declinedAt: payout.declinedAt?.toISOString() ?? null,
  approvedAt: payout.approvedAt?.toISOString() ?? null,
  instructedAt: payout.instructedAt?.toISOString() ?? null,
  paidAt: payout.paidAt?.toISOString() ?? null,
  returnedAt: payout.returnedAt?.toISOString() ?? null,
})
