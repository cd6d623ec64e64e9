/** Shared tills: rules without I/O. */
import { permissionsOf, type Side } from '@wasl/protocol'
import { hash } from 'node:crypto'

/** Who enrols devices and helps with PINs: who answers for the cash of others in a channel (W161). */
export const isSupervising = ({ side, role }: { side: Side; role: string }): boolean =>
  side === 'channel' && permissionsOf(side, role).has('cash.adjust')

export const hashOfDeviceToken = (token: string): Buffer =>
  hash('sha256', `wasl device ${token}`, 'buffer')

/** Wrong PINs of one agent on one device, until a supervisor unlocks it. */
export const WRONG_PINS_MAX = 5

/**
 * Wrong PINs of one agent on all devices together. A supervisor enrols devices and unlocks PINs, so
 * a limit for each device would let a supervisor find a colleague's PIN.
 */
export const PIN_LIMITS = [
  { guesses: 10, seconds: 900 },
  { guesses: 20, seconds: 86_400 },
] as const

/** The devices that a channel may have enrolled at once: a spare set, and two for each active agent. */
export const devicesMax = (agents: number): number => 20 + 2 * agents

/** The seconds after a wrong PIN before the next try counts: 1, 4, 9 and 16. */
export const pauseSeconds = (wrong: number): number => wrong * wrong

/** At a till that people share, a session that nobody uses ends soon. */
export const SHARED_TILL_LIMITS = { idleSeconds: 1_800, lifeSeconds: 12 * 3_600 }
