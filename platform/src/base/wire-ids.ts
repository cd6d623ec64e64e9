/** Ids on the wire, and the integers and UUIDs behind them. */

/** Numbers of partners, channels and operators' keys are 32-bit integers in the database. */
const NUMBER_MAX = 2_147_483_647

const PARTNER = /^prt_([1-9][0-9]{0,9})$/
const CHANNEL = /^chn_([1-9][0-9]{0,9})$/
const AGENT = /^agt_([1-9][0-9]{0,9})$/
const OPERATOR_KEY = /^opr_([1-9][0-9]{0,9})$/
const USER = /^usr_([1-9][0-9]{0,9})$/
const SESSION = /^ses_([1-9][0-9]{0,9})$/
const PASSKEY = /^pky_([1-9][0-9]{0,9})$/
const DEVICE = /^dev_([1-9][0-9]{0,9})$/
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}([0-9a-f]{8})$/i

/** @example partnerWireId(1001) // 'prt_1001' */
export const partnerWireId = (partnerId: number): string => `prt_${partnerId}`

/** @example channelWireId(7) // 'chn_7' */
export const channelWireId = (channelId: number): string => `chn_${channelId}`

/** @example agentWireId(12) // 'agt_12' */
export const agentWireId = (agentId: number): string => `agt_${agentId}`

/** @example operatorKeyWireId(2) // 'opr_2' */
export const operatorKeyWireId = (operatorKeyId: number): string => `opr_${operatorKeyId}`

/** @example userWireId(12) // 'usr_12' */
export const userWireId = (userId: number): string => `usr_${userId}`

/** @example sessionWireId(41) // 'ses_41' */
export const sessionWireId = (sessionId: number): string => `ses_${sessionId}`
/** @example passkeyWireId(3) // 'pky_3' */
export const passkeyWireId = (passkeyId: number): string => `pky_${passkeyId}`

/** @example deviceWireId(4) // 'dev_4' */
export const deviceWireId = (deviceId: number): string => `dev_${deviceId}`

/** The partner's number, or null when the text is not a partner id. */
export const partnerNumber = (wireId: string): number | null => numberIn(PARTNER, wireId)

/** The channel's number, or null when the text is not a channel id. */
export const channelNumber = (wireId: string): number | null => numberIn(CHANNEL, wireId)

/** The agent's number, or null when the text is not an agent id. */
export const agentNumber = (wireId: string): number | null => numberIn(AGENT, wireId)

/** The number of an operator's key, or null when the text is not such an id. */
export const operatorKeyNumber = (wireId: string): number | null => numberIn(OPERATOR_KEY, wireId)

/** The user's number, or null when the text is not a user id. */
export const userNumber = (wireId: string): number | null => numberIn(USER, wireId)

/** The session's number, or null when the text is not a session id. */
export const sessionNumber = (wireId: string): number | null => numberIn(SESSION, wireId)
/** The passkey's number, or null when the text is not a passkey id. */
export const passkeyNumber = (wireId: string): number | null => numberIn(PASSKEY, wireId)

/** The device's number, or null when the text is not a device id. */
export const deviceNumber = (wireId: string): number | null => numberIn(DEVICE, wireId)

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

/**
 * Like `partnerOfId`, and 0 for an id that belongs to no partner, such as that of a channel's statement.
 */
export const ownerNumberOfId = (id: string): number | null => {
  const digits = UUID.exec(id)?.[1]
  const number = digits === undefined ? null : Number.parseInt(digits, 16)
  return number === null || number > NUMBER_MAX ? null : number
}

const numberIn = (pattern: RegExp, wireId: string): number | null => {
  const digits = pattern.exec(wireId)?.[1]
  return digits === undefined ? null : withinRange(Number(digits))
}

const withinRange = (value: number): number | null =>
  value >= 1 && value <= NUMBER_MAX ? value : null
