import {
  changeConfiguration,
  type ConfigurationDeps,
  type ConfigurationResult,
} from './change-configuration.ts'
import { stateOf, changeTime } from './configuration.ts'
import { endConfiguration, raiseRevision } from './store-configuration.ts'

export type UnsetRequest = {
  partnerId: number
  token: string
  /** The actor, for the history. */
  unsetBy: string
}

/**
 * Removes the amounts of a static QR code (section 4.5, D16 to D18): from then on the payer names
 * the amount. Removing nothing succeeds and changes nothing. A configuration that expired or was
 * used up is cleared, so that payers are not warned of it any more (W43).
 */
export const unsetQrConfig = (
  deps: ConfigurationDeps,
  { partnerId, token, unsetBy }: UnsetRequest,
): Promise<ConfigurationResult> =>
  changeConfiguration(deps, partnerId, token, async (tx, code) => {
    if (!code.newest || code.newest.endedAt) return null
    const key = { partner_id: partnerId, token }
    await endConfiguration(tx, key, { by: 'unset', unsetBy, at: changeTime(code, code.at) })
    if (stateOf(code, code.at).configuration) await raiseRevision(tx, key)
    return null
  })
