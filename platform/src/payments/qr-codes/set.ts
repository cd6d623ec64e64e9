import type { Pipeline } from '../../base/database/pipeline.ts'
import {
  changeConfiguration,
  type ConfigurationDeps,
  type ConfigurationRefusal,
  type ConfigurationResult,
} from './change-configuration.ts'
import { stateOf, changeTime, isExpiryAllowed, isSame, type Amounts } from './configuration.ts'
import { endConfiguration, insertConfiguration, raiseRevision } from './store-configuration.ts'

export type SetRequest = {
  partnerId: number
  token: string
  wanted: Amounts
  /** The actor, for the history. */
  setBy: string
}

/**
 * Sets the amounts of a static QR code (section 4.4, D16 to D18). The new configuration replaces
 * the previous one completely, or nothing changes. Setting the same amounts again changes nothing.
 */
export const setQrConfig = async (
  deps: ConfigurationDeps,
  { partnerId, token, wanted, setBy }: SetRequest,
): Promise<ConfigurationResult> => {
  const { expiresAt } = wanted
  // The body is checked before the code is read (D18).
  if (expiresAt && !isExpiryAllowed(expiresAt, await readClock(deps.hot))) return NO_EXPIRY
  return changeConfiguration(deps, partnerId, token, async (tx, code) => {
    const inForce = stateOf(code, code.at).configuration
    if (inForce && isSame(inForce, wanted)) return null
    const setAt = changeTime(code, code.at)
    if (expiresAt && expiresAt <= setAt) return NO_EXPIRY
    const key = { partner_id: partnerId, token }
    await endConfiguration(tx, key, { by: 'replaced', at: setAt })
    await insertConfiguration(tx, key, { ...wanted, setAt, setBy })
    await raiseRevision(tx, key)
    return null
  })
}

const NO_EXPIRY: ConfigurationRefusal = {
  ok: false,
  code: 'VALIDATION400',
  explanation: 'expected a time in the future, at most a year ahead, by the clock of the platform',
}

const readClock = async (hot: Pipeline): Promise<Date> => {
  const [row] = await hot.query<{ at: Date }>({
    name: 'read-clock',
    text: 'select wasl_now() as at',
    values: [],
  })
  if (row === undefined) throw new Error('the database told no time')
  return row.at
}
