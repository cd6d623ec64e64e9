import type { Centimes } from '@wasl/protocol'
import type { OPERATIONS } from '@wasl/protocol/operations'
import type { ManualPostings } from '../../money/bank/posting-requests.ts'
import type { CashCells } from '../../ledger/custody/over-cells.ts'
import type { JoinedCell } from '../../cells/cell.ts'
import type { EveryCell } from '../../cells/every-cell.ts'
import type { PlacePartner } from '../../cells/place-partner.ts'
import type { Spread } from '../cells/spread.ts'
import type { Database, DatabaseOf } from '../../base/database/database.ts'
import type { NoteBankLines } from '../../operations/restores/note-bank-lines.ts'
import type { Documents } from '../../money/settlement/documents/documents.ts'
import type { Debtor } from '../../money/settlement/payouts/pain001.ts'
import type { AddressPolicy } from '../../base/outbound/address-policy.ts'
import type { ClientsAccount } from '../../base/config/clients-account.ts'
import type { NotifyConfig } from '../../base/config/notify.ts'
import type { Send } from '../../base/outbound/outbound-types.ts'
import type { MakeTransition } from '../../payments/transition.ts'
import type { RefundDeps } from '../../payments/refunds/request.ts'
import type { Keyring } from '../../base/secrets/seal.ts'
import type { AddressLimit } from '../server/address-limit.ts'
import type { Handlers } from '../server/routes.ts'
import type { SessionGate } from '../server/session-gate.ts'
import type { OperatorCaller } from './operator.ts'

/** What the operator API needs of the platform. */
export type OperatorDeps = {
  db: Database
  /** How the cash of other cells is reached. */
  cashCells: CashCells
  spread: Spread
  /** Where a partner lives, for what the control cell must know of it. */
  databaseOf: DatabaseOf
  placePartner: PlacePartner
  /** Every database, the control cell first. */
  cells: readonly JoinedCell[]
  /** For what is counted over all partners. */
  everyCell: EveryCell
  keyring: Keyring
  config: {
    allowPrivateTargets: boolean
    clientsAccount?: ClientsAccount | null
    manualPostingAbove?: Centimes
  }
  makeTransition: MakeTransition
  refunds: RefundDeps
  /** How the operator is notified; null when it is not. */
  notify: NotifyConfig | null
  /** The guarded client, for calls that only test a partner. */
  send: Send
  /** Wakes the dispatchers: something is due. */
  wake: () => void
  addressLimit: AddressLimit
  sessionGate: SessionGate
  documents: Documents
  /** What bank lines name of the lost minutes of a restore. */
  noteBankLines: NoteBankLines
  /** For the images of QR codes: the public origin for payers, and the issuer of the tokens. */
  codes: { publicOrigin: () => string; guid: string }
}

/** What its routes need. */
export type RouteDeps = Omit<OperatorDeps, 'config' | 'addressLimit' | 'sessionGate'> & {
  addressPolicy: AddressPolicy
  /** When a posting by hand needs another person. */
  manual: ManualPostings
  /** Who pays the partners, in payment files. */
  payer: () => Debtor
}

type Tables = typeof OPERATIONS.operator

/** The handlers of one table of the operator API, such as `OperatorHandlers<'partners'>`. */
export type OperatorHandlers<Name extends keyof Tables> = Handlers<Tables[Name], OperatorCaller>
