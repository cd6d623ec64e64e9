import type { Database } from '../../database/database.ts'
import type { AddressPolicy } from '../../outbound/address-policy.ts'
import type { Keyring } from '../../secrets/seal.ts'
import type { MakeTransition } from '../../payments/transition.ts'
import type { AddressLimit } from '../server/address-limit.ts'

/** What the operator API needs of the platform. */
export type OperatorDeps = {
  db: Database
  keyring: Keyring
  config: { allowPrivateTargets: boolean }
  makeTransition: MakeTransition
  /** Tells the dispatchers that something is due. */
  wake: () => void
  addressLimit: AddressLimit
  /** What the images of QR codes carry: where payers reach the platform, and whose tokens they are. */
  codes: { publicOrigin: () => string; guid: string }
}

/** What its routes need. */
export type RouteDeps = Omit<OperatorDeps, 'config' | 'addressLimit'> & {
  addressPolicy: AddressPolicy
}
