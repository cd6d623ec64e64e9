/** Ids on the wire, and the integers and UUIDs behind them. */

/** Numbers of partners, channels and operators' keys are 32-bit integers in the database. */
const NUMBER_MAX = 2_147_483_647

const PARTNER = /^prt_([1-9][0-9]{0,9})$/
const CHANNEL = /^chn_([1-9][0-9]{0,9})$/
const OPERATOR_KEY = /^opr_([1-9][0-9]{0,9})$/
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}([0-9a-f]{8})$/i

/** @example partnerWireId(1001) // 'prt_1001' */
export const partnerWireId = (partnerId: number): string => `prt_${partnerId}`

/** @example channelWireId(7) // 'chn_7' */
export const channelWireId = (channelId: number): string => `chn_${channelId}`

/** @example operatorKeyWireId(2) // 'opr_2' */
export const operatorKeyWireId = (operatorKeyId: number): string => `opr_${operatorKeyId}`

/** The partner's number, or null when the text is not a partner id. */
export const partnerNumber = (wireId: string): number | null => numberIn(PARTNER, wireId)

/** The channel's number, or null when the text is not a channel id. */
export const channelNumber = (wireId: string): number | null => numberIn(CHANNEL, wireId)

/** The number of an operator's key, or null when the text is not such an id. */
export const operatorKeyNumber = (wireId: string): number | null => numberIn(OPERATOR_KEY, wireId)

/**
 * The partner in a payment's or event's id: its last eight hexadecimal digits. Null when the text
 * is not a UUID, or when no partner can have that number.
 *
 * @example partnerOfId('01989d2e-5c00-7a10-8f3b-9c1e000003e9') // 1001
 */
export const partnerOfId = (id: string): number | null => {
  const digits = UUID.exec(id)?.[1]
  return digits === undefined ? null : withinRange(Number.parseInt(digits, 16))
}

const numberIn = (pattern: RegExp, wireId: string): number | null => {
  const digits = pattern.exec(wireId)?.[1]
  return digits === undefined ? null : withinRange(Number(digits))
}

const withinRange = (value: number): number | null =>
  value >= 1 && value <= NUMBER_MAX ? value : null
