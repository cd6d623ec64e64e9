import { RESEND_EVENTS_MAX } from '@wasl/protocol'
import { OPERATIONS } from '@wasl/protocol/operations'
import type { Database } from '../../base/database/database.ts'
import { cancelResend } from '../../delivery/resends/cancel.ts'
import { countEvents, sumOf } from '../../delivery/resends/count.ts'
import { listResends, readResend } from '../../delivery/resends/read.ts'
import { resendBody } from '../../delivery/resends/resend.ts'
import { startResend } from '../../delivery/resends/start.ts'
import { ATTEMPTS_PER_HOUR_MAX } from '../../delivery/webhooks/queue/redeliver.ts'
import { expectStarted, resendFilterOf } from '../bodies/resend.ts'
import { pageOf, readCursor, readUuid } from '../server/cursor.ts'
import type { Handlers } from '../server/routes.ts'
import { CHANGE_LIMITS, createPartnerGate, LIST_LIMITS } from './partner-gate.ts'
import type { EventsCaller } from './partner.ts'

export const { resends: PARTNER_RESENDS } = OPERATIONS.partner

/** A partner sends a backlog of its own events again (W146). */
export const partnerResends = ({
  pool,
  partnerLists,
}: Database): Handlers<typeof PARTNER_RESENDS, EventsCaller> => {
  const lists = createPartnerGate(LIST_LIMITS)
  const changes = createPartnerGate(CHANGE_LIMITS)
  return {
    previewOwnResend: ({ body, caller: { partnerId } }) =>
      lists.within(partnerId, async () => {
        const filter = await resendFilterOf(partnerLists, partnerId, body)
        const count = sumOf(await countEvents(partnerLists, filter))
        return { count: Math.min(count, RESEND_EVENTS_MAX), isMore: count > RESEND_EVENTS_MAX }
      }),

    startOwnResend: ({ body, caller: { partnerId, actor } }, refuse) =>
      changes.within(partnerId, async () => {
        const filter = await resendFilterOf(pool, partnerId, body)
        const { partner } = ATTEMPTS_PER_HOUR_MAX
        const started = await startResend(pool, partnerLists, filter, partner, actor)
        const row = await readResend(pool, expectStarted(started, refuse), partnerId)
        if (row === null) throw new Error('the resend that was started is not there')
        return resendBody(row)
      }),

    listOwnResends: ({ query: { limit, cursor }, caller: { partnerId } }) =>
      lists.within(partnerId, async () => {
        const page = { limit: limit + 1, beforeId: readCursor(cursor, readUuid) }
        const rows = await listResends(partnerLists, partnerId, page)
        return pageOf(rows, limit, { idOf: (row) => row.resend_id, toItem: resendBody })
      }),

    async readOwnResend({ params, caller: { partnerId } }, refuse) {
      const row = await lists.within(partnerId, () =>
        readResend(partnerLists, params.resendId, partnerId),
      )
      if (row === null) throw refuse('RESEND404_NOT_FOUND')
      return resendBody(row)
    },

    async cancelOwnResend({ params, caller: { partnerId, actor } }, refuse) {
      await cancelResend(pool, params.resendId, partnerId, actor)
      const row = await readResend(pool, params.resendId, partnerId)
      if (row === null) throw refuse('RESEND404_NOT_FOUND')
      return resendBody(row)
    },
  }
}
