import { appendAudit, WHOLE_PLATFORM } from '../../base/audit/append.ts'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { readNarrowed } from '../../money/cash/narrowed.ts'
import { bankDeposit } from '../../money/cash/deposits/bank.ts'
import { disputeDeposit } from '../../money/cash/deposits/dispute.ts'
import { listDeposits, readPicture } from '../../money/cash/deposits/find.ts'
import { behind } from '../../parties/people/persons-behind.ts'
import { channelNumber } from '../../base/wire-ids.ts'
import { depositBody } from '../bodies/custody.ts'
import { centimesOfSum } from '../../base/centimes.ts'
import { pageOf, readCursor, readUuid } from '../server/cursor.ts'
import { Answered } from '../server/routes.ts'
import { uuidIn } from '../server/uuid-in.ts'
import type { OperatorHandlers, RouteDeps } from './operator-deps.ts'

/** What the bank credited for the bags of channels (D30). */
export const deposits = ({ db }: RouteDeps): OperatorHandlers<'deposits'> => ({
  async listAllDeposits({ query }) {
    const { limit, status = null } = query
    const channelId = query.channelId === undefined ? null : channelNumber(query.channelId)
    const page = { limit: limit + 1, beforeId: readCursor(query.cursor, readUuid) }
    const agent = query.agentId ?? null
    const narrowed = await readNarrowed(db.operatorLists, query)
    const filter = { channelId, status, agent, narrowed }
    const rows = await listDeposits(db.operatorLists, filter, page)
    return pageOf(rows, limit, { idOf: (row) => row.deposit_id, toItem: depositBody })
  },

  async bankDeposit({ params, body, caller: { actor } }, refuse) {
    const depositId = uuidIn(params.depositId)
    if (depositId === null) throw refuse('DEPOSIT404_NOT_FOUND')
    const { account } = body
    const amount = centimesOfSum(body.amount)
    const { id, name, holder: by } = actor
    const who = { by, actor: id ?? name, behind: behind(actor) }
    return withTransaction(db.pool, async (tx) => {
      const result = await bankDeposit(tx, { depositId, amount, account, ...who })
      if (!result.ok) throw refuse(result.code)
      if (!result.isRepeated) {
        await appendAudit(tx, actor, {
          partnerId: WHOLE_PLATFORM,
          action: 'deposit.bank',
          subject: depositId,
          details: { amountCentimes: amount, account },
        })
      }
      return depositBody(result.deposit)
    })
  },

  async disputeDeposit({ params, body: { reason }, caller: { actor } }, refuse) {
    const depositId = uuidIn(params.depositId)
    if (depositId === null) throw refuse('DEPOSIT404_NOT_FOUND')
    return withTransaction(db.pool, async (tx) => {
      const result = await disputeDeposit(tx, { depositId, reason, by: actor.holder })
      if (!result.ok) throw refuse(result.code)
      if (!result.isRepeated) {
        await appendAudit(tx, actor, {
          partnerId: WHOLE_PLATFORM,
          action: 'deposit.dispute',
          subject: depositId,
          details: { reason },
        })
      }
      return depositBody(result.deposit)
    })
  },

  async readSlipPicture({ params }, refuse) {
    const depositId = uuidIn(params.depositId)
    const found = depositId && (await readPicture(db.operatorLists, depositId))
    if (!found) throw refuse('DEPOSIT404_NOT_FOUND')
    return new Answered(200, found.type, found.picture, PICTURE_HEADERS)
  },
})

/** Bytes of a channel: no browser may take them for anything but a picture. */
const PICTURE_HEADERS = {
  'cache-control': 'private, no-store',
  'content-disposition': 'inline; filename="slip"',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}
