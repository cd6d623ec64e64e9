import {
  kindOfChannel,
  ownerOfChannel,
  ownerOfPartner,
  partnerExists,
  type Owner,
} from '../../money/settlement/fees/owner.ts'
import { approveStatement } from '../../money/settlement/statements/approve.ts'
import { closeStatement, type Closed } from '../../money/settlement/statements/close.ts'
import { listStatements, readStatement } from '../../money/settlement/statements/read.ts'
import { changeSettings, readSettings } from '../../money/settlement/statements/settings.ts'
import { listUninvoiced } from '../../money/settlement/statements/uninvoiced.ts'
import type { OperatorActor } from '../../base/audit/append.ts'
import type { EveryCell } from '../../cells/every-cell.ts'
import type { SaidSetting } from '../../parties/people/setting-requests.ts'
import { behind } from '../../parties/people/persons-behind.ts'
import { channelNumber } from '../../base/wire-ids.ts'
import { centimesOfSum } from '../../base/centimes.ts'
import { operatorStatementOf, uninvoicedOf } from '../bodies/statement.ts'
import { statementIn } from '../bodies/statement-id.ts'
import { expectSecondPerson } from '../server/money-setting.ts'
import { pageOf, readCursor, readNumber, readUuid } from '../server/cursor.ts'
import type { OperatorHandlers, RouteDeps } from './operator-deps.ts'
import { numberOf } from './partners.ts'
import type { OperatorCaller } from './operator.ts'

/** Statements of partners and channels, and when they are closed and paid (D32). */
export const statements = ({
  db: { pool, operatorLists },
  everyCell,
}: RouteDeps): OperatorHandlers<'statements'> => {
  const close = (owner: Owner, until: string, { actor }: OperatorCaller) =>
    closeStatement(pool, owner, until, closerOf(actor), everyCell)

  return {
    async closeStatement({ params, body, caller }, refuse) {
      const partnerId = numberOf(params)
      if (!(await partnerExists(pool, partnerId))) throw refuse('PARTNER404_NOT_FOUND')
      const closed = await close(ownerOfPartner(partnerId), body.until, caller)
      if (!closed.ok) throw refuse(closed.code, { extra: extraOf(closed) })
      return operatorStatementOf(closed.statement)
    },

    async closeChannelStatement({ params, body, caller }, refuse) {
      const channelId = channelNumber(params.channelId)
      if (channelId === null || (await kindOfChannel(pool, channelId)) === null)
        throw refuse('CHANNEL404_NOT_FOUND')
      const closed = await close(ownerOfChannel(channelId), body.until, caller)
      if (!closed.ok) throw refuse(closed.code, { extra: extraOf(closed) })
      return operatorStatementOf(closed.statement)
    },

    async listStatements({ query }) {
      const page = { limit: query.limit + 1, beforeId: readCursor(query.cursor, readUuid) }
      const { partnerId, channelId, status = null, from = null, to = null } = query
      const filter = { of: ownerIn({ partnerId, channelId }), status, from, to }
      const isNobody = partnerId !== undefined && channelId !== undefined
      const rows = isNobody ? [] : await listStatements(operatorLists, filter, page)
      return pageOf(rows, query.limit, {
        idOf: (row) => row.statementId,
        toItem: operatorStatementOf,
      })
    },

    async readStatement({ params }, refuse) {
      const asked = statementIn(params)
      const statement =
        asked && (await readStatement(operatorLists, asked.partnerId, asked.statementId))
      if (statement === null) throw refuse('STATEMENT404_NOT_FOUND')
      return operatorStatementOf(statement)
    },

    async approveStatement({ params, body, caller }, refuse) {
      const asked = statementIn(params)
      if (asked === null) throw refuse('STATEMENT404_NOT_FOUND')
      const result = await approveStatement(pool, asked, centimesOfSum(body.net), caller.actor)
      if (!result.ok) throw refuse(result.code)
      return operatorStatementOf(result.statement)
    },

    async listUninvoicedFees({ query: { limit, cursor, until = null } }) {
      const afterId = readCursor(cursor, readNumber) ?? 0
      const rows = await listUninvoiced(operatorLists, { limit: limit + 1, afterId, until })
      return pageOf(rows, limit, { idOf: (row) => row.partnerId, toItem: uninvoicedOf })
    },

    async readSettlement({ params }, refuse) {
      const settings = await readSettings(operatorLists, numberOf(params))
      if (settings === null) throw refuse('PARTNER404_NOT_FOUND')
      return { partnerId: params.partnerId, ...settings }
    },

    async changeSettlement({ params, body, caller }, refuse) {
      const partnerId = numberOf(params)
      const before = await readSettings(pool, partnerId)
      if (before === null) throw refuse('PARTNER404_NOT_FOUND')
      await expectConfirmed(everyCell, caller, { ...params, before, patch: body })
      const settings = await changeSettings(pool, partnerId, body, caller.actor)
      if (settings === null) throw refuse('PARTNER404_NOT_FOUND')
      return { partnerId: params.partnerId, ...settings }
    },
  }
}

const closerOf = (actor: OperatorActor) => ({ actor, holder: actor.holder, behind: behind(actor) })

/** What waits is kept where settings of no partner are, so it stays when the partner moves. */
const expectConfirmed = (
  { control }: EveryCell,
  caller: OperatorCaller,
  { partnerId: subject, ...change }: Pick<SaidSetting, 'patch' | 'before'> & { partnerId: string },
): Promise<void> => {
  const said = { operation: 'changeSettlement', subject, ...change } as const
  return expectSecondPerson(control, caller, said, ['schedule', 'release'])
}

const extraOf = (refused: Extract<Closed, { ok: false }>): Record<string, unknown> =>
  refused.code === 'STATEMENT409_COVERED'
    ? { nextFrom: refused.nextFrom }
    : { completeThrough: refused.completeThrough }

/** The partner or channel of a list's filter; null without either. */
const ownerIn = ({
  partnerId,
  channelId,
}: {
  partnerId: string | undefined
  channelId: string | undefined
}): Owner | null => {
  if (partnerId !== undefined) return ownerOfPartner(numberOf({ partnerId }))
  const number = channelId === undefined ? null : channelNumber(channelId)
  return number === null ? null : ownerOfChannel(number)
}
