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

/** The seconds after a wrong PIN before the next try counts: 1, 4, 9 and 16. */
export const pauseSeconds = (wrong: number): number => wrong * wrong

/**
 * Whether a PIN is too easy: one digit again and again, or digits that count up or down. They are what
 * people try first.
 *
 * @example isWeakPin('2345') // true
 */
export const isWeakPin = (pin: string): boolean => {
  const steps = Array.from(pin.slice(1), (digit, index) => Number(digit) - Number(pin[index]))
  const [first] = steps
  return Math.abs(first ?? 0) <= 1 && steps.every((step) => step === first)
}

/** At a till that people share, a session that nobody uses ends soon. */
export const SHARED_TILL_LIMITS = { idleSeconds: 1_800, lifeSeconds: 12 * 3_600 }
