import { dinarsFromSum, type FeeVersion, type FeePreview, type PutFeeRequest } from '@wasl/protocol'
import { decideFee } from '../../money/settlement/fees/decide.ts'
import type { FeeVersionRow, FeeVersionTerms } from '../../money/settlement/fees/fee-version.ts'
import { listFees } from '../../money/settlement/fees/list.ts'
import {
  isChannel,
  kindOfChannel,
  ownerOfChannel,
  ownerOfPartner,
  partnerExists,
} from '../../money/settlement/fees/owner.ts'
import { previewFee, type Preview } from '../../money/settlement/fees/preview.ts'
import { proposeFee } from '../../money/settlement/fees/propose.ts'
import { channelNumber, partnerNumber, partnerWireId } from '../../base/wire-ids.ts'
import { centimesOfSum } from '../../base/centimes.ts'
import { pageOf, readCursor, readUuid } from '../server/cursor.ts'
import type { OperatorHandlers, RouteDeps } from './operator-deps.ts'
import { numberOf } from './partners.ts'

/** Fees of partners and commissions of channels, proposed by one person and approved by another (D32). */
export const fees = ({ db: { pool, operatorLists } }: RouteDeps): OperatorHandlers<'fees'> => ({
  async proposeFee({ params, body, caller }, refuse) {
    const partnerId = numberOf(params)
    if (!(await partnerExists(pool, partnerId))) throw refuse('PARTNER404_NOT_FOUND')
    const result = await proposeFee(pool, ownerOfPartner(partnerId), termsOf(body), caller.actor)
    if (!result.ok) throw refuse(result.code)
    return versionBody(result.version)
  },

  async listFees({ params, query: { limit, cursor } }, refuse) {
    const page = { limit: limit + 1, beforeId: readCursor(cursor, readUuid) }
    const rows = await listFees(operatorLists, ownerOfPartner(numberOf(params)), page)
    if (rows.length === 0 && !(await partnerExists(operatorLists, numberOf(params))))
      throw refuse('PARTNER404_NOT_FOUND')
    return pageOf(rows, limit, { idOf: (row) => row.feeVersionId, toItem: versionBody })
  },

  async approveFee({ params, caller }, refuse) {
    const version = feeOfPartner(params)
    if (version === null) throw refuse('FEE404_NOT_FOUND')
    const result = await decideFee(pool, version, 'approved', caller.actor)
    if (!result.ok) throw refuse(result.code)
    return versionBody(result.version)
  },

  async declineFee({ params, caller }, refuse) {
    const version = feeOfPartner(params)
    if (version === null) throw refuse('FEE404_NOT_FOUND')
    const result = await decideFee(pool, version, 'declined', caller.actor)
    if (!result.ok) throw refuse(declineCode(result.code))
    return versionBody(result.version)
  },

  async previewFee({ params, query }, refuse) {
    const version = feeOfPartner(params)
    const preview = version && (await previewFee(operatorLists, version, query))
    if (preview === null) throw refuse('FEE404_NOT_FOUND')
    return previewBody(preview)
  },

  async proposeCommission({ params, body, caller }, refuse) {
    const channelId = channelNumber(params.channelId)
    const channelKind = channelId === null ? null : await kindOfChannel(pool, channelId)
    if (channelId === null || channelKind === null) throw refuse('CHANNEL404_NOT_FOUND')
    const terms = termsOf({ ...body, channelKind })
    const result = await proposeFee(pool, ownerOfChannel(channelId), terms, caller.actor)
    if (!result.ok) throw refuse(result.code)
    return versionBody(result.version)
  },

  async listCommissions({ params, query: { limit, cursor } }, refuse) {
    const channelId = channelNumber(params.channelId)
    if (channelId === null || (await kindOfChannel(operatorLists, channelId)) === null)
      throw refuse('CHANNEL404_NOT_FOUND')
    const page = { limit: limit + 1, beforeId: readCursor(cursor, readUuid) }
    const rows = await listFees(operatorLists, ownerOfChannel(channelId), page)
    return pageOf(rows, limit, { idOf: (row) => row.feeVersionId, toItem: versionBody })
  },

  async approveCommission({ params, caller }, refuse) {
    const version = commissionOfChannel(params)
    if (version === null) throw refuse('FEE404_NOT_FOUND')
    const result = await decideFee(pool, version, 'approved', caller.actor)
    if (!result.ok) throw refuse(result.code)
    return versionBody(result.version)
  },

  async declineCommission({ params, caller }, refuse) {
    const version = commissionOfChannel(params)
    if (version === null) throw refuse('FEE404_NOT_FOUND')
    const result = await decideFee(pool, version, 'declined', caller.actor)
    if (!result.ok) throw refuse(declineCode(result.code))
    return versionBody(result.version)
  },
})

/** Null when an id has not its form: then there is no such version. */
const feeOfPartner = ({ partnerId, feeVersionId }: { partnerId: string; feeVersionId: string }) => {
  const number = partnerNumber(partnerId)
  const id = readUuid(feeVersionId.toLowerCase())
  return number === null || id === null ? null : { ...ownerOfPartner(number), feeVersionId: id }
}

const commissionOfChannel = ({
  channelId,
  feeVersionId,
}: {
  channelId: string
  feeVersionId: string
}) => {
  const number = channelNumber(channelId)
  const id = readUuid(feeVersionId.toLowerCase())
  return number === null || id === null ? null : { ...ownerOfChannel(number), feeVersionId: id }
}

/** Anyone may decline, at any time. */
const declineCode = (code: string): 'FEE404_NOT_FOUND' | 'FEE409_DECIDED' => {
  if (code === 'FEE404_NOT_FOUND' || code === 'FEE409_DECIDED') return code
  throw new Error(`a declined version was refused with ${code}`)
}

const termsOf = (body: PutFeeRequest): FeeVersionTerms => ({
  ...body,
  fixed: centimesOfSum(body.fixed),
  minimum: centimesOfSum(body.minimum),
  maximum: body.maximum === null ? null : centimesOfSum(body.maximum),
})

const versionBody = (row: FeeVersionRow): FeeVersion => {
  const { owner, partnerId, ...version } = row
  return {
    ...version,
    partnerId: isChannel(row) ? null : partnerWireId(partnerId),
    channelId: isChannel(row) ? owner : null,
    fixed: dinarsFromSum(row.fixed),
    minimum: dinarsFromSum(row.minimum),
    maximum: row.maximum === null ? null : dinarsFromSum(row.maximum),
    madeAt: row.madeAt.toISOString(),
    approvedAt: row.approvedAt?.toISOString() ?? null,
    declinedAt: row.declinedAt?.toISOString() ?? null,
  }
}

const previewBody = ({ gross, current, proposed, ...preview }: Preview): FeePreview => ({
  ...preview,
  gross: dinarsFromSum(gross),
  current: sideBody(current),
  proposed: sideBody(proposed),
})

const sideBody = (side: Preview['current']): FeePreview['current'] => ({
  fees: dinarsFromSum(side.fees),
  vat: dinarsFromSum(side.vat),
  total: dinarsFromSum(side.total),
})
