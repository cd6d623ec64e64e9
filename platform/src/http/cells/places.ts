/** Where each operation runs when partners live in several cells (W170, W172). */
import { readRefundCode, type Operation } from '@wasl/protocol'
import { partnerOfQrToken } from '../../payments/qr-codes/token.ts'
import { ownerNumberOfId, partnerNumber } from '../../base/wire-ids.ts'
import type { AskedRequest, Fields } from './asked.ts'
import { MERGES } from './merges.ts'

/** The partner whose home decides; null when the request names none. */
export type PartnerOf = (asked: AskedRequest) => number | null

export type Place =
  /** What belongs to no partner. */
  | { kind: 'control' }
  /** In the home of the partner that the request names; without one, in the control cell. */
  | { kind: 'partner'; partnerOf: PartnerOf }
  /** In the home of the partner that the request names; without one, in all cells, merged. */
  | { kind: 'merged'; partnerOf: PartnerOf }
  /** In all cells; of one that is away, the answer says so. */
  | { kind: 'surveyed' }

const names = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

const CONTROL = names(`
  createPartner sendTestNotification readTill readAccountCodes setAccountCodes
  createChannel listChannels changeChannel rotateChannelKey listChannelKinds changeChannelKind
  listSettingRequests refuseSettingRequest
  listUsers inviteUser changeUser inviteUserAgain endSessionsOfUser signOutEverybody
  readDirectory setDirectory removeDirectory
  listChannelUsers inviteChannelUser changeChannelUser inviteChannelUserAgain endSessionsOfChannelUser
  createOperatorKey listOperatorKeys revokeOperatorKey
  listSigningKeys rotateSigningKey revokeSigningKey
  listAgents listAgentsOfChannel addAgentOfChannel changeAgentLimits inviteDevice listDevicesOfChannel
  listShifts listAllShifts listVariances listHandovers listAllHandovers
  listDeposits listAllDeposits listFloats listRemittances listAllRemittances
  createAgent changeAgent readCash readCashOfChannel
  startShift readShift countShift closeShift readAnyShift recoverShortage readVariance decideVariance
  listChannelVariances decideChannelVariance readAgentDifferences readDifferencesOfAgent
  offerHandover readHandover receiveHandover declineHandover cancelHandover disputeHandover
  bagCash readDeposit recordDeposited bankDeposit disputeDeposit readSlipPicture fundFloat returnFloat
  listColleagues announceRemittance readRemittance cancelRemittance bankRemittance
  setBankMapping listBankMappings previewBankLines
  listCommissions proposeCommission approveCommission declineCommission
`)

/** They ask every cell by themselves, and run in the control cell (W177). */
const OVER_CELLS = names(`
  readReport readDayReport readPayoutBatch readPayoutFile
  importBankLines listBankLines readBankLine matchBankLine matchBankLines unmatchBankLine
  closeChannelStatement
`)

/** They read lists, which find their cells by themselves. */
const OVER_LISTS = names(`
  exportPayments exportVariances exportDeposits exportCases exportAuditLog exportAccess exportWebhookEvents
`)

/** What operators look at while a cell is away. */
const SURVEYED = names('readSystem')

/** Parameters of paths whose value carries its partner. */
const CARRYING = names(`
  partnerId token paymentId eventId refundId statementId payoutId adjustmentId resendId caseId followUpId
`)

/** Their bodies or queries may name the partner. Without one they ask every cell where that matters. */
const BY_FIELD = names(`
  openPayment openFollowUp redeemRefund readRequest readCallFigures proposeAdjustment listLedgerBalances
  listTransfers
  previewResend startResend listResends redeliverWebhookEvents
`)

/**
 * Where an operation runs.
 *
 * @throws Error when nobody has decided: none may run in a cell at random.
 */
export const placeOf = (id: string, operation: Operation): Place => {
  if (CONTROL.has(id) || OVER_CELLS.has(id) || OVER_LISTS.has(id)) return { kind: 'control' }
  if (SURVEYED.has(id)) return { kind: 'surveyed' }
  if (Object.hasOwn(MERGES, id)) return { kind: 'merged', partnerOf }
  const { caller, params = {} } = operation
  const isCarried = Object.keys(params).some((name) => CARRYING.has(name))
  if (isCarried || caller === 'partner' || BY_FIELD.has(id)) return { kind: 'partner', partnerOf }
  throw new Error(`${id}: nobody has decided in which cell it runs`)
}

/** The partner that a request names, in the order of how surely the name is the right one. */
const partnerOf: PartnerOf = ({ caller, params, query, body }) =>
  (typeof caller['partnerId'] === 'number' ? caller['partnerId'] : null) ??
  inFields(params) ??
  inFields(body) ??
  inFields(query)

const inFields = (fields: Fields): number | null => {
  for (const [name, value] of Object.entries(fields)) {
    const found = READERS[name]?.(value) ?? null
    if (found !== null) return found
  }
  return null
}

type Reader = (value: unknown) => number | null

const ofText =
  (read: (text: string) => number | null): Reader =>
  (value) =>
    typeof value === 'string' ? read(value) : null

/** 0 is of no partner. */
const ofId = ofText((id) => ownerNumberOfId(id) || null)

const ofOwner = ofText(partnerNumber)

const ofAccount: Reader = (account) =>
  typeof account === 'object' && account !== null ? ofOwner((account as Fields)['owner']) : null

const READERS: Readonly<Record<string, Reader>> = {
  partnerId: ofOwner,
  token: ofText(partnerOfQrToken),
  qrCodeToken: ofText(partnerOfQrToken),
  code: ofText((code) => readRefundCode(code)?.partner ?? null),
  owner: ofOwner,
  debit: ofAccount,
  credit: ofAccount,
  paymentId: ofId,
  eventId: ofId,
  refundId: ofId,
  statementId: ofId,
  payoutId: ofId,
  adjustmentId: ofId,
  resendId: ofId,
  caseId: ofId,
  followUpId: ofId,
  sourceId: ofId,
  source: ofId,
}
