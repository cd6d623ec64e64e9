import type { OwnQrCode } from '@wasl/protocol'
import { OPERATIONS } from '@wasl/protocol/operations'
import type { Database } from '../../base/database/database.ts'
import type { QrCodeRow } from '../../payments/qr-codes/code-row.ts'
import { isUsedUp, qrConfigOf, stateOf } from '../../payments/qr-codes/configuration.ts'
import { createQrCode } from '../../payments/qr-codes/create.ts'
import { readLastPaid } from '../../payments/qr-codes/last-paid.ts'
import { findQrCode, listQrCodes } from '../../payments/qr-codes/list.ts'
import { listQrConfigurations } from '../../payments/qr-codes/list-configurations.ts'
import { readQrCode, type QrCodeFacts } from '../../payments/qr-codes/read-facts.ts'
import { partnerOfQrToken } from '../../payments/qr-codes/token.ts'
import { updateQrCode } from '../../payments/qr-codes/update.ts'
import { userWireId } from '../../base/wire-ids.ts'
import { newCodeOf, positionText, qrCodeBody, readPosition } from '../bodies/qr-code.ts'
import { drawnCode, printedCode, type QrCodesOf } from '../bodies/qr-file.ts'
import { pageOf, readCursor, readUuid } from '../server/cursor.ts'
import type { Handlers } from '../server/routes.ts'
import { createPartnerGate, LIST_LIMITS } from './partner-gate.ts'
import type { EventsCaller } from './partner.ts'

export const { ownQrCodes: PARTNER_OWN_QR_CODES } = OPERATIONS.partner

type Deps = { db: Database; codes: QrCodesOf }

type Own = Handlers<typeof PARTNER_OWN_QR_CODES, EventsCaller>

/** A partner's users make, label, disable and print its QR codes (W153). */
export const ownQrCodes = (deps: Deps): Own => {
  const { db, codes } = deps
  const lists = createPartnerGate(LIST_LIMITS)
  const reads = readersOf(deps)
  const bodyOf = (code: QrCodeRow): Promise<OwnQrCode> => reads.bodyOf(code)

  return {
    async createOwnQrCode({ body, caller: { partnerId, person, actor } }) {
      const setBy = person === null ? 'partner' : `${userWireId(person.userId)} ${person.name}`
      const code = await createQrCode(db.pool, newCodeOf(partnerId, body), actor, setBy)
      if (code === null) throw new Error('the calling partner is not there')
      return bodyOf(code)
    },

    listOwnQrCodes: ({ query: { limit, cursor }, caller: { partnerId } }) =>
      lists.within(partnerId, async () => {
        const after = readCursor(cursor, readPosition)
        const page = { limit: limit + 1, after }
        const rows = await listQrCodes(db.partnerLists, partnerId, page)
        const { items, nextCursor } = pageOf(rows, limit, { idOf: positionText, toItem: same })
        return { items: await reads.bodiesOf(partnerId, items), nextCursor }
      }),

    async readOwnQrCode({ params: { token }, caller: { partnerId } }, refuse) {
      const code = isOf(partnerId, token) ? await findQrCode(db.partnerLists, token) : null
      if (code === null) throw refuse('QR_CODE404_NOT_FOUND')
      return bodyOf(code)
    },

    async changeOwnQrCode({ params: { token }, body, caller: { partnerId, actor } }, refuse) {
      const code = isOf(partnerId, token) ? await updateQrCode(db.pool, token, body, actor) : null
      if (code === null) throw refuse('QR_CODE404_NOT_FOUND')
      return bodyOf(code)
    },

    listOwnQrConfigurations: ({ params: { token }, query, caller: { partnerId } }, refuse) =>
      lists.within(partnerId, async () => {
        const code = isOf(partnerId, token) ? await findQrCode(db.partnerLists, token) : null
        if (code === null) throw refuse('QR_CODE404_NOT_FOUND')
        const page = { limit: query.limit + 1, beforeId: readCursor(query.cursor, readUuid) }
        const rows = await listQrConfigurations(db.partnerLists, token, page)
        return pageOf(rows, query.limit, { idOf: (row) => row.configurationId, toItem: same })
      }),

    async drawOwnQrCode({ params: { token }, query, caller: { partnerId } }, refuse) {
      const code = isOf(partnerId, token) ? await reads.factsOf(token) : null
      if (code === null) throw refuse('QR_CODE404_NOT_FOUND')
      return drawnCode(code, query, codes)
    },

    async printOwnQrCode({ params: { token }, query, caller: { partnerId } }, refuse) {
      const code = isOf(partnerId, token) ? await reads.factsOf(token) : null
      if (code === null) throw refuse('QR_CODE404_NOT_FOUND')
      return printedCode(code, query, codes)
    },
  }
}

const readersOf = ({ db, codes }: Deps) => {
  const factsOf = (token: string): Promise<QrCodeFacts | null> =>
    readQrCode((statement) => db.hot.query(statement), token)

  const bodiesOf = async (partnerId: number, rows: QrCodeRow[]): Promise<OwnQrCode[]> => {
    const paid = await readLastPaid(
      db.partnerLists,
      partnerId,
      rows.map(({ token }) => token),
    )
    return Promise.all(
      rows.map(async (row) => {
        const facts = await factsOf(row.token)
        if (facts === null) throw new Error(`the code ${row.token} is not there`)
        const { qrCodeToken: _, ...config } = qrConfigOf(row.token, stateOf(facts, facts.at))
        const last = paid.get(row.token)
        return {
          ...qrCodeBody(row, codes.publicOrigin()),
          config,
          isUsedUp: isUsedUp(facts),
          lastPaidAt: last?.paid_at.toISOString() ?? null,
          lastPaymentId: last?.payment_id ?? null,
        }
      }),
    )
  }

  const bodyOf = async (row: QrCodeRow): Promise<OwnQrCode> => {
    const [body] = await bodiesOf(row.partner_id, [row])
    return body as OwnQrCode
  }

  return { factsOf, bodiesOf, bodyOf }
}

const same = <T>(row: T): T => row

/** Another partner's code gets the same answer as one that does not exist. */
const isOf = (partnerId: number, token: string): boolean => partnerOfQrToken(token) === partnerId
